// SPDX-License-Identifier: BSL-1.0
// Every limit of a connection with its unit, its default and the reason for the number.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace frevo {

inline namespace literals {

/// Sizes in bytes: `16_KiB`, `1_MiB`.
constexpr std::size_t operator""_KiB(unsigned long long n) noexcept
{
    return static_cast<std::size_t>(n) * 1024;
}
constexpr std::size_t operator""_MiB(unsigned long long n) noexcept
{
    return static_cast<std::size_t>(n) * 1024 * 1024;
}

} // namespace literals

/// Limits that hold for one connection. All are on by default.
struct limits
{
    /// Longest request line, its line end not counted. Beyond it: 414 and close.
    /// Units: bytes. Default: 8 KiB. Source: RFC 9112 section 3 asks for 8000 at least.
    std::size_t request_line = 8 * 1024;

    /// Size of all field lines of a request together. Beyond it: 431 and close.
    /// Units: bytes. Default: 16 KiB; what browsers with large cookies send.
    std::size_t fields_size = 16 * 1024;

    /// Number of field lines of a request. Beyond it: 431 and close. Default: 100.
    std::size_t field_count = 100;

    /// Longest request body that is taken whole. Beyond it: 413. A route may set its own.
    /// Units: bytes. Default: 1 MiB.
    std::uint64_t body = 1024 * 1024;

    /// Bytes a chunked body may spend on chunk extensions. Beyond it: 400 and close.
    /// Units: bytes. Default: 4 KiB; nobody uses them but attackers.
    std::size_t chunk_extensions = 4 * 1024;

    /// Size of the trailer section of a chunked body. Beyond it: 431 and close.
    /// Units: bytes. Default: 8 KiB.
    std::size_t trailers = 8 * 1024;

    /// Longest time for a complete request head, from its first byte; also how long a new
    /// connection may stay silent. When it passes: 408 and close (a silent connection is just
    /// closed). Default: 10 s; a head is a few packets. Source: RFC 9110 section 15.5.9.
    std::chrono::milliseconds head_timeout{10'000};

    /// Longest pause inside a request body. When it passes: 408 and close. Default: 10 s.
    std::chrono::milliseconds body_timeout{10'000};

    /// Least average speed of a body, measured behind a credit of `rate_grace`. Below it: 408 and
    /// close, so that a client that sends a byte now and then cannot keep its connection.
    /// Units: bytes per second; 0 for none. Default: 240, what a bad modem does.
    std::uint32_t receive_rate = 240;

    /// Least average speed at which a client takes what is sent to it, measured the same way.
    /// Below it: close. Units: bytes per second; 0 for none. Default: 240.
    std::uint32_t send_rate = 240;

    /// How long a client may be slower than the least speed at a stretch. Default: 5 s.
    std::chrono::milliseconds rate_grace{5'000};

    /// Longest time a handler may run; it begins anew when a part of its body has come that it
    /// waited for. When it passes it is cancelled and the client gets 503. Default: 30 s.
    std::chrono::milliseconds handler_timeout{30'000};

    /// Longest time without progress while a response is sent. When it passes: close.
    /// Default: 10 s.
    std::chrono::milliseconds write_timeout{10'000};

    /// How long a connection may stay idle between requests. When it passes: close. Default: 60 s.
    std::chrono::milliseconds keep_alive_timeout{60'000};

    /// How long requests already received may still run after the client closed its sending side.
    /// Then they are cancelled; zero cancels at once. Default: 2 s.
    std::chrono::milliseconds half_close_grace{2'000};
};

} // namespace frevo
