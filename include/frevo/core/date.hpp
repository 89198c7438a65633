// SPDX-License-Identifier: BSL-1.0
// Dates as HTTP writes them.
#pragma once

#include <frevo/config.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace frevo {

/// A point in time as HTTP dates know it: UTC, without fractions of a second.
using http_time = std::chrono::sys_seconds;

/// Size of a printed date, "Sun, 06 Nov 1994 08:49:37 GMT".
inline constexpr std::size_t http_date_size = 29;

/// Writes the date as IMF-fixdate: `http_date_size` characters, no terminating zero.
///
/// Years outside 0 to 9999 are printed as the nearest date inside.
/// Source: RFC 9110 section 5.6.7.
FREVO_API void print_http_date(http_time time, char* out) noexcept;

/// Returns the date as IMF-fixdate.
FREVO_API std::string to_http_date(http_time time);

/// Reads a date in any of the three forms that recipients must accept, or returns nothing.
///
/// The day's name must be one, but need not fit the date. A two-digit year more than 50 years after
/// `now` is taken to be in the past. A leap second reads as the second after it.
/// Source: RFC 9110 section 5.6.7.
FREVO_API std::optional<http_time> parse_http_date(std::string_view text, http_time now) noexcept;

/// The same with the system clock's time as `now`.
FREVO_API std::optional<http_time> parse_http_date(std::string_view text) noexcept;

/// Returns the text of a Date field for `now`, printing it only when the second has changed.
///
/// Lifetime: until this thread calls it with another second. Threads: each has its own text.
/// Cost: one comparison within the same second. Source: RFC 9110 section 6.6.1.
FREVO_API std::string_view http_date_now(http_time now) noexcept;

} // namespace frevo
