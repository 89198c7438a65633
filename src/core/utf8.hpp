// SPDX-License-Identifier: BSL-1.0
// One step through UTF-8 text, for checking and for replacing what is invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace frevo::detail {

/// A run at the front of a text: valid, or the maximal invalid part that one U+FFFD stands for.
struct utf8_step
{
    std::size_t size = 0;
    bool valid = false;
};

/// Returns the run at the front of the text, which is not empty: all ASCII up to the next other
/// byte, or one other character, or one maximal subpart of an ill-formed sequence.
///
/// Source: RFC 3629 section 4; Unicode 15 table 3-7 and section 3.9.
inline utf8_step next_utf8(std::string_view text) noexcept
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };

    std::size_t ascii = 0;
    while (text.size() - ascii >= 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + ascii, sizeof word);
        if ((word & 0x8080808080808080u) != 0)
            break;
        ascii += 8;
    }
    while (ascii < text.size() && byte(ascii) < 0x80)
        ++ascii;
    if (ascii != 0)
        return {ascii, true};

    // The second byte has its own range after some first bytes: no overlong form, no surrogate,
    // nothing above U+10FFFF. All later bytes are 80..BF.
    const unsigned first = byte(0);
    unsigned low = 0x80;
    unsigned high = 0xbf;
    std::size_t size = 0;
    if (first >= 0xc2 && first <= 0xdf) {
        size = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        size = 3;
        if (first == 0xe0)
            low = 0xa0;
        else if (first == 0xed)
            high = 0x9f;
    } else if (first >= 0xf0 && first <= 0xf4) {
        size = 4;
        if (first == 0xf0)
            low = 0x90;
        else if (first == 0xf4)
            high = 0x8f;
    } else {
        return {1, false};
    }
    for (std::size_t at = 1; at < size; ++at) {
        if (at == text.size() || byte(at) < low || byte(at) > high)
            return {at, false};
        low = 0x80;
        high = 0xbf;
    }
    return {size, true};
}

} // namespace frevo::detail
