// SPDX-License-Identifier: BSL-1.0
// The request methods frevo knows.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frevo {

/// A request method. Methods outside this list are `unknown` and answered with 501.
///
/// Source: RFC 9110 section 9, RFC 5789 (PATCH).
enum class method : std::uint8_t
{
    unknown,
    get,
    head,
    post,
    put,
    patch,
    delete_,
    options,
    trace,
    connect,
};

/// Number of enumerators of `method`, `unknown` included.
inline constexpr std::size_t method_count = 10;

/// Returns the method's token ("GET"), or an empty text for `unknown`.
///
/// Lifetime: static storage.
FREVO_API std::string_view to_string(method m) noexcept;

/// Returns the method of a token; tokens are case-sensitive.
///
/// Source: RFC 9110 section 9.1.
FREVO_API method parse_method(std::string_view token) noexcept;

/// Tells whether the method promises not to change anything.
///
/// Source: RFC 9110 section 9.2.1.
FREVO_API bool is_safe(method m) noexcept;

/// Tells whether repeating the request has the same effect as sending it once.
///
/// Source: RFC 9110 section 9.2.2.
FREVO_API bool is_idempotent(method m) noexcept;

} // namespace frevo
