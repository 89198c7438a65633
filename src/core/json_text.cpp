// SPDX-License-Identifier: BSL-1.0
// JSON strings and floating-point numbers as text.
#include "core/json_number.hpp"
#include "core/utf8.hpp"

#include <frevo/core/json_text.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace frevo {

namespace {

// 0: copied; 'u': written as \u00XX; '8': part of a longer character; else the letter after the
// backslash.
constexpr std::array<char, 256> make_escapes() noexcept
{
    std::array<char, 256> table{};
    for (unsigned c = 0; c < 0x20; ++c)
        table[c] = 'u';
    table['\b'] = 'b';
    table['\t'] = 't';
    table['\n'] = 'n';
    table['\f'] = 'f';
    table['\r'] = 'r';
    table['"'] = '"';
    table['\\'] = '\\';
    for (unsigned c = 0x80; c < 0x100; ++c)
        table[c] = '8';
    return table;
}

constexpr std::array<char, 256> escapes = make_escapes();

char escape_of(char c) noexcept
{
    return escapes[static_cast<unsigned char>(c)];
}

// Number of bytes at the front that are copied as they are.
std::size_t plain_size(std::string_view text) noexcept
{
    constexpr std::uint64_t ones = 0x0101010101010101u;
    constexpr std::uint64_t tops = 0x8080808080808080u;
    const auto has_zero = [](std::uint64_t word) { return (word - ones) & ~word & tops; };

    std::size_t at = 0;
    while (text.size() - at >= 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + at, sizeof word);
        const std::uint64_t special = ((word - ones * 0x20) & ~word & tops) | (word & tops) |
                                      has_zero(word ^ (ones * '"')) |
                                      has_zero(word ^ (ones * '\\'));
        if (special != 0)
            break;
        at += 8;
    }
    while (at < text.size() && escape_of(text[at]) == 0)
        ++at;
    return at;
}

void append_escape(std::string& out, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const char letter = escape_of(c);
    out += '\\';
    out += letter;
    if (letter == 'u') {
        out += "00";
        out += digits[static_cast<unsigned char>(c) >> 4];
        out += digits[static_cast<unsigned char>(c) & 15];
    }
}

template <class T>
void append_finite(std::string& out, T value)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    char text[detail::json_number_size];
    out.append(text, detail::write_number(text, value));
}

} // namespace

void append_json_string(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        const std::size_t plain = plain_size(text);
        out.append(text.data(), plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        if (escape_of(text.front()) != '8') {
            append_escape(out, text.front());
            text.remove_prefix(1);
            continue;
        }
        const detail::utf8_step step = detail::next_utf8(text);
        if (step.valid)
            out.append(text.data(), step.size);
        else
            out += "\xef\xbf\xbd";
        text.remove_prefix(step.size);
    }
    out += '"';
}

void append_json_number(std::string& out, double value)
{
    append_finite(out, value);
}

void append_json_number(std::string& out, float value)
{
    append_finite(out, value);
}

} // namespace frevo
