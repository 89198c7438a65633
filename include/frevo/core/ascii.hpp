// SPDX-License-Identifier: BSL-1.0
// Comparison and character classes of HTTP text, which is ASCII and ignores the locale.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace frevo {

namespace detail {

inline constexpr unsigned char token_bit = 1;
inline constexpr unsigned char value_bit = 2;
inline constexpr unsigned char digit_bit = 4;
inline constexpr unsigned char alpha_bit = 8;

consteval std::array<unsigned char, 256> make_character_classes()
{
    std::array<unsigned char, 256> classes{};
    for (unsigned c = 0; c < 256; ++c) {
        const bool digit = c >= '0' && c <= '9';
        const bool alpha = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (digit)
            classes[c] |= digit_bit;
        if (alpha)
            classes[c] |= alpha_bit;
        if (digit || alpha)
            classes[c] |= token_bit;
        if (c == '\t' || (c >= 0x20 && c != 0x7f))
            classes[c] |= value_bit;
    }
    for (const char c :
         {'!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~'})
        classes[static_cast<unsigned char>(c)] |= token_bit;
    return classes;
}

inline constexpr std::array<unsigned char, 256> character_classes = make_character_classes();

constexpr bool has_class(char c, unsigned char bit) noexcept
{
    return (character_classes[static_cast<unsigned char>(c)] & bit) != 0;
}

/// Tells whether any of eight bytes is a control character, the tab included. Cost: a few
/// instructions.
inline bool has_control(const char* eight_bytes) noexcept
{
    constexpr std::uint64_t ones = 0x0101010101010101u;
    constexpr std::uint64_t tops = 0x8080808080808080u;
    std::uint64_t word;
    std::memcpy(&word, eight_bytes, sizeof word);
    // A subtraction borrows into the top bit of a byte below the number subtracted. Borrows run on
    // into higher bytes, but only from a byte that was found, so "any" is exact.
    const std::uint64_t below_space = (word - ones * 0x20) & ~word & tops;
    const std::uint64_t as_zero = word ^ (ones * 0x7f);
    const std::uint64_t del = (as_zero - ones) & ~as_zero & tops;
    return (below_space | del) != 0;
}

} // namespace detail

/// Returns the lower-case letter of an upper-case ASCII letter, and any other character unchanged.
constexpr char to_lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

/// Tells whether the character is an ASCII digit.
constexpr bool is_digit(char c) noexcept
{
    return detail::has_class(c, detail::digit_bit);
}

/// Tells whether the character is an ASCII letter.
constexpr bool is_alpha(char c) noexcept
{
    return detail::has_class(c, detail::alpha_bit);
}

/// Compares two texts, treating ASCII letters of both cases as equal.
constexpr bool equals_ignore_case(std::string_view a, std::string_view b) noexcept
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (to_lower(a[i]) != to_lower(b[i]))
            return false;
    }
    return true;
}

/// Tells whether `text` begins with `prefix`, treating ASCII letters of both cases as equal.
constexpr bool starts_with_ignore_case(std::string_view text, std::string_view prefix) noexcept
{
    return text.size() >= prefix.size() &&
           equals_ignore_case(text.substr(0, prefix.size()), prefix);
}

/// Returns a hash that is equal for texts that `equals_ignore_case` calls equal.
///
/// It is not keyed, so a table filled from requests needs a bound on its size.
constexpr std::size_t hash_ignore_case(std::string_view text) noexcept
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(to_lower(c))) * 0x100000001b3u;
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

/// Tells whether the character may stand in a token. Source: RFC 9110 section 5.6.2.
constexpr bool is_token_char(char c) noexcept
{
    return detail::has_class(c, detail::token_bit);
}

/// Tells whether the text is a token: not empty and of token characters only.
///
/// Source: RFC 9110 section 5.6.2.
constexpr bool is_token(std::string_view text) noexcept
{
    for (const char c : text) {
        if (!is_token_char(c))
            return false;
    }
    return !text.empty();
}

/// Tells whether the text may be the value of a field line: no control character but the tab.
///
/// Bytes from 0x80 on are allowed, the empty text too.
/// Source: RFC 9110 section 5.5.
constexpr bool is_field_value(std::string_view text) noexcept
{
    if (!std::is_constant_evaluated()) {
        while (text.size() >= 8 && !detail::has_control(text.data()))
            text.remove_prefix(8);
    }
    for (const char c : text) {
        if (!detail::has_class(c, detail::value_bit))
            return false;
    }
    return true;
}

/// Removes blanks and tabs from both ends.
/// Lifetime: a part of `text`.
/// Source: RFC 9110 section 5.6.3.
constexpr std::string_view trim_ows(std::string_view text) noexcept
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

} // namespace frevo
