// SPDX-License-Identifier: BSL-1.0
// Pieces of JSON text: strings and numbers.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/from_text.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace frevo {

/// Appends the text as a JSON string with its quotes.
///
/// Quotes, backslashes and control characters are escaped. Each maximal invalid part of UTF-8
/// becomes one U+FFFD, so the result is always valid JSON.
/// Source: RFC 8259 section 7; Unicode 15 section 3.9 (substitution of maximal subparts).
FREVO_API void append_json_string(std::string& out, std::string_view text);

/// Appends an integer. Source: RFC 8259 section 6.
template <detail::number_integer T>
void append_json_number(std::string& out, T value)
{
    char text[24];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    static_cast<void>(error); // 20 digits and a sign always fit
    out.append(text, static_cast<std::size_t>(end - text));
}

/// Appends the shortest text that reads back as the same number; `null` for infinities and NaN.
///
/// Source: RFC 8259 section 6, which has no way to write those.
FREVO_API void append_json_number(std::string& out, double value);
FREVO_API void append_json_number(std::string& out, float value);

/// Appends `true` or `false`.
inline void append_json_bool(std::string& out, bool value)
{
    out += value ? "true" : "false";
}

} // namespace frevo
