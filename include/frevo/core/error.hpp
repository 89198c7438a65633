// SPDX-License-Identifier: BSL-1.0
// The error codes of frevo's own operations.
#pragma once

#include <frevo/config.hpp>

#include <boost/system/error_code.hpp>

#include <type_traits>

namespace frevo {

/// The error code type used throughout; it is the one Asio reports.
using error_code = boost::system::error_code;

/// What can go wrong in frevo's own operations.
enum class errc
{
    /// The body is larger than its limit.
    body_too_large = 1,
    /// The body's framing or coding is malformed.
    body_malformed,
    /// The client stopped sending before the body was complete.
    body_incomplete,
    /// The body has already been read.
    body_consumed,
    /// The client has gone away.
    client_left,
    /// The deadline of the request or of the operation has passed.
    deadline_passed,
    /// The server is stopping.
    shutting_down,
    /// The stream has been closed.
    stream_closed,
    /// The peer broke the protocol spoken on the stream.
    protocol_violation,
    /// The request cannot be upgraded.
    not_upgradable,
};

/// Returns the category of `errc`. Lifetime: static storage.
FREVO_API const boost::system::error_category& error_category() noexcept;

/// Makes an error code; lets `errc` convert to `error_code` by itself.
inline error_code make_error_code(errc code) noexcept
{
    return {static_cast<int>(code), error_category()};
}

} // namespace frevo

template <>
struct boost::system::is_error_code_enum<frevo::errc> : std::true_type
{};
