// SPDX-License-Identifier: BSL-1.0
// Base64 encoding and strict decoding.
#include <frevo/core/base64.hpp>

#include <array>
#include <cstddef>

namespace frevo {

namespace {

constexpr unsigned char no_digit = 0xff;

constexpr std::string_view digits_of(base64_alphabet alphabet) noexcept
{
    return alphabet == base64_alphabet::standard
               ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
               : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

using digit_values = std::array<unsigned char, 256>;

constexpr digit_values make_values(base64_alphabet alphabet) noexcept
{
    digit_values values{};
    values.fill(no_digit);
    const std::string_view digits = digits_of(alphabet);
    for (std::size_t i = 0; i < digits.size(); ++i)
        values[static_cast<unsigned char>(digits[i])] = static_cast<unsigned char>(i);
    return values;
}

constexpr digit_values standard_values = make_values(base64_alphabet::standard);
constexpr digit_values url_values = make_values(base64_alphabet::url);

// Decodes 2, 3 or 4 digits to one byte less; returns false for other characters and for bits that
// no byte uses.
bool decode_group(std::string_view group, const digit_values& values, std::string& out)
{
    std::uint32_t bits = 0;
    for (const char c : group) {
        const std::uint32_t digit = values[static_cast<unsigned char>(c)];
        if (digit == no_digit)
            return false;
        bits = bits << 6 | digit;
    }
    bits <<= 6 * (4 - group.size());
    const std::size_t bytes = group.size() - 1;
    if ((bits & (0xffffffu >> (8 * bytes))) != 0)
        return false;
    for (std::size_t i = 0; i < bytes; ++i)
        out += static_cast<char>(bits >> (16 - 8 * i) & 0xff);
    return true;
}

} // namespace

void base64_encode(std::string_view bytes, std::string& out, base64_alphabet alphabet)
{
    const std::string_view digits = digits_of(alphabet);
    out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
    while (!bytes.empty()) {
        const std::string_view group = bytes.substr(0, 3);
        bytes.remove_prefix(group.size());
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0u);
        for (std::size_t i = 0; i <= group.size(); ++i)
            out += digits[bits >> (18 - 6 * i) & 63];
        if (alphabet == base64_alphabet::standard)
            out.append(3 - group.size(), '=');
    }
}

bool base64_decode(std::string_view text, std::string& out, base64_alphabet alphabet)
{
    const bool standard = alphabet == base64_alphabet::standard;
    if (standard) {
        if (text.size() % 4 != 0)
            return false;
        if (text.ends_with("=="))
            text.remove_suffix(2);
        else if (text.ends_with('='))
            text.remove_suffix(1);
    }
    if (text.size() % 4 == 1)
        return false;

    const std::size_t before = out.size();
    out.reserve(before + text.size() / 4 * 3 + 2);
    while (!text.empty()) {
        const std::string_view group = text.substr(0, 4);
        if (!decode_group(group, standard ? standard_values : url_values, out)) {
            out.resize(before);
            return false;
        }
        text.remove_prefix(group.size());
    }
    return true;
}

std::string base64_encode(std::string_view bytes, base64_alphabet alphabet)
{
    std::string out;
    base64_encode(bytes, out, alphabet);
    return out;
}

std::optional<std::string> base64_decode(std::string_view text, base64_alphabet alphabet)
{
    std::string out;
    if (!base64_decode(text, out, alphabet))
        return std::nullopt;
    return out;
}

} // namespace frevo
