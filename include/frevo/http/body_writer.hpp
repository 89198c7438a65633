// SPDX-License-Identifier: BSL-1.0
// Writes the content of a response piece by piece, as it is made.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/unique_function.hpp>
#include <frevo/http/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace frevo {

namespace detail {

/// Where the pieces go; the connection implements it.
class FREVO_API body_sink
{
public:
    virtual ~body_sink();
    /// Waits for room, then takes the piece.
    virtual awaitable<void> write(std::string_view piece) = 0;
    /// Keeps a field for the end.
    virtual void add_trailer(std::string_view name, std::string_view value) = 0;
};

} // namespace detail

/// Writes the content of a response piece by piece; given to the function of `frevo::stream`.
///
/// Lifetime: until that function ends. Threads: the request's worker.
class FREVO_API body_writer
{
public:
    explicit body_writer(detail::body_sink& sink) noexcept : sink_(&sink) {}

    /// Sends a piece; an empty one does nothing.
    ///
    /// Lifetime: the text must live until the wait is over. What was written leaves at the latest
    /// when the function waits for something. When more waits to be sent than the client reads,
    /// this waits until it has caught up, so memory stays bounded. Errors: throws
    /// `std::length_error` beyond the size that was announced. Cancels: throws
    /// `boost::system::system_error` with `operation_aborted` when the client has left.
    awaitable<void> write(std::string_view piece);

    /// Adds a trailer field, sent behind the last piece to clients that accept chunked content
    /// (HTTP/1.1), else dropped. Errors: `std::invalid_argument` for what cannot be sent, and for
    /// fields that have no meaning there, such as Content-Length. Source: RFC 9110 section 6.5.1.
    body_writer& trailer(std::string_view name, std::string_view value);

private:
    detail::body_sink* sink_;
};

/// What makes the content of a streamed response: a coroutine function that is called once, with
/// the writer, after all middleware has seen the response.
using body_producer = unique_function<awaitable<void>(body_writer& out)>;

} // namespace frevo
