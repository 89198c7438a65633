// SPDX-License-Identifier: BSL-1.0
// Percent-decoding, percent-encoding and the UTF-8 check.
#include "core/utf8.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/percent.hpp>

#include <array>

namespace frevo {

namespace {

constexpr unsigned char not_hex = 0xff;

constexpr std::array<unsigned char, 256> make_hex_values() noexcept
{
    std::array<unsigned char, 256> values{};
    values.fill(not_hex);
    for (unsigned i = 0; i < 10; ++i)
        values['0' + i] = static_cast<unsigned char>(i);
    for (unsigned i = 0; i < 6; ++i)
        values['a' + i] = values['A' + i] = static_cast<unsigned char>(10 + i);
    return values;
}

constexpr std::array<unsigned char, 256> hex_values = make_hex_values();

constexpr unsigned hex_value(char c) noexcept
{
    return hex_values[static_cast<unsigned char>(c)];
}

// Takes the next decoded byte from the front of the text, which is not empty, or returns -1.
int next_decoded(std::string_view& text, url_part part) noexcept
{
    const char c = text.front();
    if (c != '%') {
        text.remove_prefix(1);
        return c == '+' && part == url_part::query ? ' ' : static_cast<unsigned char>(c);
    }
    if (text.size() < 3)
        return -1;
    const unsigned high = hex_value(text[1]);
    const unsigned low = hex_value(text[2]);
    if ((high | low) == not_hex)
        return -1;
    text.remove_prefix(3);
    return static_cast<int>(high << 4 | low);
}

constexpr std::array<unsigned char, 256> make_literal_table() noexcept
{
    std::array<unsigned char, 256> table{};
    constexpr unsigned char in_path = 1 << static_cast<unsigned>(url_part::path);
    constexpr unsigned char in_query = 1 << static_cast<unsigned>(url_part::query);
    for (unsigned c = 0; c < 128; ++c) {
        const char text = static_cast<char>(c);
        if (is_alpha(text) || is_digit(text))
            table[c] = in_path | in_query;
    }
    for (const char c : {'-', '.', '_', '~', '!', '$', '(', ')', '*', ',', ':', '@'})
        table[static_cast<unsigned char>(c)] = in_path | in_query;
    for (const char c : {'&', '\'', '+', ';', '='})
        table[static_cast<unsigned char>(c)] = in_path;
    for (const char c : {'/', '?'})
        table[static_cast<unsigned char>(c)] = in_query;
    return table;
}

constexpr std::array<unsigned char, 256> literal_table = make_literal_table();

} // namespace

bool needs_decoding(std::string_view text, url_part part) noexcept
{
    for (const char c : text) {
        if (c == '%' || (c == '+' && part == url_part::query))
            return true;
    }
    return false;
}

std::optional<std::size_t> percent_decode_to(std::string_view in, char* out, url_part part) noexcept
{
    char* at = out;
    while (!in.empty()) {
        const int byte = next_decoded(in, part);
        if (byte < 0)
            return std::nullopt;
        *at++ = static_cast<char>(byte);
    }
    return static_cast<std::size_t>(at - out);
}

bool percent_decode(std::string_view in, std::string& out, url_part part)
{
    const std::size_t before = out.size();
    out.resize(before + in.size());
    const auto size = percent_decode_to(in, out.data() + before, part);
    out.resize(before + size.value_or(0));
    return size.has_value();
}

bool percent_equals(std::string_view encoded, std::string_view text, url_part part) noexcept
{
    // Decoding never adds bytes, so this settles most comparisons.
    if (encoded.size() < text.size())
        return false;
    while (!encoded.empty()) {
        if (text.empty())
            return false;
        const int byte = next_decoded(encoded, part);
        if (byte != static_cast<unsigned char>(text.front()))
            return false;
        text.remove_prefix(1);
    }
    return text.empty();
}

void percent_encode(std::string_view in, std::string& out, url_part part)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const unsigned bit = 1u << static_cast<unsigned>(part);
    for (const char c : in) {
        const auto byte = static_cast<unsigned char>(c);
        if ((literal_table[byte] & bit) != 0) {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
}

std::string percent_encode(std::string_view in, url_part part)
{
    std::string out;
    out.reserve(in.size() + in.size() / 8);
    percent_encode(in, out, part);
    return out;
}

bool is_valid_utf8(std::string_view text) noexcept
{
    while (!text.empty()) {
        const detail::utf8_step step = detail::next_utf8(text);
        if (!step.valid)
            return false;
        text.remove_prefix(step.size);
    }
    return true;
}

} // namespace frevo
