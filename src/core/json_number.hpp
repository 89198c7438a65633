// SPDX-License-Identifier: BSL-1.0
// Finite floating-point numbers as the shortest JSON text that reads back as the same number.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace frevo::detail {

/// Room that any number needs.
inline constexpr std::size_t json_number_size = 32;

/// Writes a number that has few decimals, or returns null.
///
/// Most numbers in documents are prices, ratios and the like, which need no search for the shortest
/// text: when n / 10^k, both exact, gives the number back and n has at most 15 digits, then no text
/// is shorter.
inline char* write_short_decimal(char* to, double value) noexcept
{
    const double size = std::abs(value);
    if (!(size < 1e15))
        return nullptr;
    std::int64_t power = 1;
    for (int decimals = 0; decimals <= 6; ++decimals, power *= 10) {
        const double scaled = size * static_cast<double>(power);
        if (!(scaled < 1e15))
            return nullptr;
        const auto number = static_cast<std::int64_t>(scaled + 0.5);
        if (static_cast<double>(number) / static_cast<double>(power) != size)
            continue;
        if (std::signbit(value))
            *to++ = '-';
        to = std::to_chars(to, to + json_number_size, number / power).ptr;
        if (decimals == 0)
            return to;
        *to = '.';
        // The digits after the point, from the last on, so that leading zeros come by themselves.
        std::int64_t rest = number % power;
        for (int at = decimals; at > 0; --at, rest /= 10)
            to[at] = static_cast<char>('0' + rest % 10);
        return to + decimals + 1;
    }
    return nullptr;
}

/// Writes a finite number to `to`, which has json_number_size bytes; returns the end.
inline char* write_number(char* to, double value) noexcept
{
    if (char* const end = write_short_decimal(to, value))
        return end;
    return std::to_chars(to, to + json_number_size, value).ptr;
}

inline char* write_number(char* to, float value) noexcept
{
    return std::to_chars(to, to + json_number_size, value).ptr;
}

} // namespace frevo::detail
