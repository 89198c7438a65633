// SPDX-License-Identifier: BSL-1.0
// What the fuzz targets share: stopping where a property does not hold, and inputs made of lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace frevo::testing {

/// Ends the program, which libFuzzer notes as a finding, unless the property holds.
inline void hold(bool property, const char* what)
{
    if (property)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Takes the first line off the text; its line end is LF and is no part of it.
inline std::string_view take_line(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

/// Tells whether a view is a part of the text and does not just hold the same characters.
inline bool is_inside(std::string_view part, std::string_view text)
{
    const auto begin = reinterpret_cast<std::uintptr_t>(text.data());
    const auto at = reinterpret_cast<std::uintptr_t>(part.data());
    return at >= begin && at + part.size() <= begin + text.size();
}

} // namespace frevo::testing
