// SPDX-License-Identifier: BSL-1.0
// Turns the bytes of one connection into request events; knows no socket.
#pragma once

#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"

#include <frevo/core/limits.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace frevo::detail {

class request_parser;

enum class session_event : std::uint8_t
{
    need_more, ///< all given bytes were taken; more are needed
    head,      ///< head() is complete; call next() again for the body or the end
    body,      ///< body_pieces() hold body bytes
    end,       ///< the message is complete; start_next() before the following one
    reject,    ///< why() tells the reason; the session takes nothing more
};

struct session_step
{
    session_event event;
    std::size_t consumed; ///< bytes taken from the front of the given input
};

/// The sans-I/O state of one HTTP/1.1 connection's input.
///
/// `next(input)` gets all bytes that were received and not yet consumed, parses until the first
/// event and says how many of them it took. While a head is incomplete the taken bytes must stay
/// where they are (or be moved together); offsets in head() count from the head's first byte.
/// `leading()` bytes in front of the head (empty lines that are skipped) are consumed before it and
/// not part of it. Never throws; allocates only when a head has more fields than any before it on
/// this session.
class http1_session
{
public:
    explicit http1_session(const limits& bounds) noexcept;
    ~http1_session();
    http1_session(const http1_session&) = delete;
    http1_session& operator=(const http1_session&) = delete;

    /// Tells where the next head's fields go; must be set before the first byte of a head.
    void start_next(request_head& into) noexcept;

    session_step next(std::string_view input) noexcept;

    /// After `body`: the pieces, pointing into the input that was given. A piece is never empty.
    std::span<const std::string_view> body_pieces() const noexcept;

    /// After `reject`.
    rejection why() const noexcept;

    /// Tells whether any byte of a head has been taken (empty lines in front do not count).
    bool head_started() const noexcept;

    /// Changes the limit on the body of the current request; call it after `head`.
    /// A body that is already known to be larger is rejected by the following next().
    void limit_body(std::uint64_t most) noexcept;

    // private members are the protocol engineer's
};

} // namespace frevo::detail
