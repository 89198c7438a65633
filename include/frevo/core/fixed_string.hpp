// SPDX-License-Identifier: BSL-1.0
// A string literal as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace frevo {

/// Text that can be a template argument: `path<"id", int>`.
///
/// Made from a string literal only. The terminating zero is not part of the text.
template <std::size_t Size>
struct fixed_string
{
    /// Copies the literal.
    consteval fixed_string(const char (&literal)[Size + 1]) // NOLINT: implicit on purpose
    {
        for (std::size_t at = 0; at <= Size; ++at) // <algorithm> is dear to include
            text[at] = literal[at];
    }

    /// The characters, without the terminating zero.
    constexpr std::string_view view() const noexcept { return {text, Size}; }

    /// Compares the texts.
    template <std::size_t Other>
    constexpr bool operator==(const fixed_string<Other>& other) const noexcept
    {
        return view() == other.view();
    }

    /// The characters with a terminating zero; public because template arguments must be
    /// structural.
    char text[Size + 1]{};
};

template <std::size_t SizeWithZero>
fixed_string(const char (&)[SizeWithZero]) -> fixed_string<SizeWithZero - 1>;

} // namespace frevo
