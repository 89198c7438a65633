// SPDX-License-Identifier: BSL-1.0
// Reads the body of a request piece by piece, as it arrives.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/fields.hpp>
#include <frevo/http/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace frevo {

class request;

/// Reads the body of a request piece by piece, as it arrives. Take it as an argument of a handler.
///
///     std::uint64_t size = 0;
///     for (;;) {
///         const std::string_view piece = co_await body.read();
///         if (piece.empty())
///             break;
///         size += piece.size();
///     }
///
/// Nothing is read from the connection while the handler does not ask: a client that sends faster
/// than its body is used has to wait, and memory stays bounded. A client that expects
/// `100-continue` gets it at the first `read`. While `read` waits, the handler's time limit stands
/// still; `limits::body_timeout` and `limits::receive_rate` hold instead.
/// Lifetime: as the request. Threads: the request's worker.
class FREVO_API body_reader
{
public:
    explicit body_reader(request& req) noexcept : request_(&req) {}

    /// Waits for the next bytes, at least one; empty at the end of the body.
    ///
    /// Lifetime: until the next `read`, or the end of the request. Errors: throws `problem`: 413
    /// over the limit, 408 when the body stalls, 400 when its chunks are malformed; the connection
    /// then closes behind the answer. Cancels: with `operation_aborted`.
    awaitable<std::string_view> read();

    /// Sets how large this body may be, in place of the route's and the server's limit.
    /// Call it before the first `read`. Units: bytes.
    body_reader& limit(std::uint64_t most) noexcept;

    /// The length that the client has announced; nothing for a chunked body.
    std::optional<std::uint64_t> content_length() const noexcept;

    /// The trailer fields of a chunked body; empty before its end. They are kept apart from the
    /// request's fields, because nobody has looked at them on the way. Source: RFC 9110
    /// section 6.5.
    fields trailers() const;

private:
    request* request_;
};

} // namespace frevo
