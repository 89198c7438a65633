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

// Several characters at a time, in the bytes of one word.
template <class Word>
inline constexpr Word every_byte = static_cast<Word>(0x0101010101010101u);

template <class Word>
Word load_word(const char* text) noexcept
{
    Word word;
    std::memcpy(&word, text, sizeof word);
    return word;
}

// Tells whether any byte may be a control character: never misses one, and is sometimes wrong about
// what stands behind a tab or a byte of 0xff.
template <class Word>
bool may_have_control(const char* text) noexcept
{
    constexpr Word ones = every_byte<Word>;
    const Word word = load_word<Word>(text);
    // In a byte below 0x80 the subtraction reaches bit 0x80 if the byte is below 0x20, the addition
    // if it is 0x7f. Borrows and carries from other bytes only add to that.
    return (((word - ones * 0x20) | (word + ones)) & ~word & ones * 0x80) != 0;
}

inline bool may_have_control(std::string_view text) noexcept
{
    const std::size_t size = text.size();
    if (size < 8) {
        return size < 4 || may_have_control<std::uint32_t>(text.data()) ||
               may_have_control<std::uint32_t>(text.data() + size - 4);
    }
    for (std::size_t at = 0; at < size - 8; at += 8) {
        if (may_have_control<std::uint64_t>(text.data() + at))
            return true;
    }
    return may_have_control<std::uint64_t>(text.data() + size - 8);
}

// Tells whether the bytes are the same but for the case of letters.
template <class Word>
bool same_letters(const char* a, const char* b) noexcept
{
    constexpr Word ones = every_byte<Word>;
    const Word left = load_word<Word>(a);
    const Word different = left ^ load_word<Word>(b);
    if (different == 0)
        return true;
    if ((different & ~(ones * 0x20)) != 0)
        return false;
    // Only bit 0x20 differs. That makes no difference in letters: their lower case reaches bit 0x80
    // by adding 0x80 - 'a' but not by adding 0x7f - 'z'.
    const Word lower = left | ones * 0x20;
    const Word low_bits = lower & ones * 0x7f;
    const Word letters =
        ((low_bits + ones * (0x80 - 'a')) ^ (low_bits + ones * (0x7f - 'z'))) & ~lower;
    return ((different << 2) & ~letters & ones * 0x80) == 0;
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
    const std::size_t size = a.size();
    if (size != b.size())
        return false;
    if (!std::is_constant_evaluated() && size >= 4) {
        if (size < 8) {
            return detail::same_letters<std::uint32_t>(a.data(), b.data()) &&
                   detail::same_letters<std::uint32_t>(a.data() + size - 4, b.data() + size - 4);
        }
        for (std::size_t at = 0; at < size - 8; at += 8) {
            if (!detail::same_letters<std::uint64_t>(a.data() + at, b.data() + at))
                return false;
        }
        return detail::same_letters<std::uint64_t>(a.data() + size - 8, b.data() + size - 8);
    }
    for (std::size_t at = 0; at < size; ++at) {
        if (to_lower(a[at]) != to_lower(b[at]))
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
    unsigned all = text.empty() ? 0 : detail::token_bit;
    for (const char c : text)
        all &= detail::character_classes[static_cast<unsigned char>(c)];
    return all != 0;
}

/// Tells whether the text may be the value of a field line: no control character but the tab.
///
/// Bytes from 0x80 on are allowed, the empty text too.
/// Source: RFC 9110 section 5.5.
constexpr bool is_field_value(std::string_view text) noexcept
{
    if (!std::is_constant_evaluated() && !detail::may_have_control(text))
        return true;
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
