// SPDX-License-Identifier: BSL-1.0
// Encodes and decodes any text: one is the reverse of the other, and all ways of decoding agree.

#include "fuzz/property.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/percent.hpp>

#include <algorithm>
#include <optional>
#include <string>

using namespace frevo;
using namespace frevo::testing;

namespace {

std::optional<std::string> decode(std::string_view text, url_part part)
{
    std::string out = "kept ";
    const bool decoded = percent_decode(text, out, part);
    hold(out.starts_with("kept "), "what was there before is kept");
    hold(decoded || out.size() == 5, "nothing is appended for a malformed text");
    return decoded ? std::optional{out.substr(5)} : std::nullopt;
}

/// The obvious way: looks every digit up.
std::optional<std::string> decode_plainly(std::string_view text, url_part part)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' && part == url_part::query ? ' ' : text[i];
            continue;
        }
        if (text.size() - i < 3)
            return std::nullopt;
        const std::size_t high = digits.find(to_lower(text[i + 1]));
        const std::size_t low = digits.find(to_lower(text[i + 2]));
        if (high == digits.npos || low == digits.npos)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

bool is_unescaped(char c, url_part part)
{
    constexpr std::string_view in_both = "-._~!$()*,:@";
    const std::string_view more = part == url_part::path ? "&'+;=" : "/?";
    return is_alpha(c) || is_digit(c) || in_both.find(c) != in_both.npos ||
           more.find(c) != more.npos;
}

void check_encoding(std::string_view text, url_part part)
{
    const std::string encoded = percent_encode(text, part);
    hold(decode(encoded, part) == text, "decode(encode(x)) == x");
    hold(percent_equals(encoded, text, part), "encode(x) equals x");
    hold(
        std::ranges::all_of(encoded, [&](char c) { return c == '%' || is_unescaped(c, part); }),
        "only what may stand in the part is left");
    const bool is_plain = std::ranges::all_of(text, [&](char c) { return is_unescaped(c, part); });
    hold((encoded == text) == is_plain, "what may stand in the part is not encoded");
}

void check_decoding(std::string_view text, url_part part)
{
    std::string in_place{text};
    const auto size = percent_decode_to(in_place, in_place.data(), part);
    const auto decoded = decode(text, part);
    hold(decoded == decode_plainly(text, part), "decoding is looking digits up");
    hold(size.has_value() == decoded.has_value(), "both ways refuse the same");
    if (!needs_decoding(text, part))
        hold(decoded == text, "what needs no decoding is the same decoded");
    if (!decoded)
        return;
    in_place.resize(*size);
    hold(in_place == *decoded, "decoding in place gives the same");
    hold(decoded->size() <= text.size(), "decoding does not add bytes");
    hold(percent_equals(text, *decoded, part), "x equals decode(x)");
    hold(!percent_equals(text, *decoded + '!', part), "x does not equal more than decode(x)");
}

/// As RFC 3629 has it: by the code point, and by how many bytes it needs.
bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if ((first >= 0x80 && first < 0xc0) || first >= 0xf8 || text.size() < size)
            return false;
        unsigned code = size == 1 ? first : first & (0x7fu >> size);
        for (const char c : text.substr(1, size - 1)) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x80 || byte >= 0xc0)
                return false;
            code = code << 6 | (byte & 0x3f);
        }
        const std::size_t needed = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        if (needed != size || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        text.remove_prefix(size);
    }
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = text_of(data, size);
    const std::string_view whole = rest;
    const std::string_view first = take_line(rest);
    for (const url_part part : {url_part::path, url_part::query}) {
        check_encoding(whole, part);
        check_decoding(whole, part);
        hold(
            percent_equals(first, rest, part) == (decode(first, part) == rest),
            "comparing is decoding and comparing");
    }
    hold(is_valid_utf8(whole) == is_utf8(whole), "UTF-8 is what the RFC says");
    return 0;
}
