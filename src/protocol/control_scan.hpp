// SPDX-License-Identifier: BSL-1.0
// Counts control characters quickly, to prove that a head holds none but its line ends.
#pragma once

#include <frevo/core/ascii.hpp>

#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace frevo::detail {

/// Counts the bytes that may not stand in a field value, one by one: controls but the tab.
inline std::size_t count_controls(const char* at, std::size_t size) noexcept
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i)
        count += has_class(at[i], value_bit) ? 0 : 1;
    return count;
}

#if defined(__SSE2__)

/// Marks with 0xff each what is a control character, a tab, or a byte over 127, of 16 bytes.
///
/// Adding one turns 0x7f into -128, so that one signed comparison finds them all.
inline __m128i mark_suspects(__m128i bytes) noexcept
{
    return _mm_cmpgt_epi8(_mm_set1_epi8(0x21), _mm_add_epi8(bytes, _mm_set1_epi8(1)));
}

/// Tells whether the text has exactly this many control characters that may not stand in a value.
///
/// Counts tabs and bytes over 127 as well at first, 16 bytes at a time; only a text that has some of
/// them is read again. Precondition: the text has `expected` of them at least.
inline bool has_only_controls(const char* at, std::size_t size, std::size_t expected) noexcept
{
    constexpr std::size_t width = 16;
    constexpr std::size_t largest = 255 * width; // the counters are bytes
    if (size < width || size > largest)
        return count_controls(at, size) == expected;
    const __m128i zero = _mm_setzero_si128();
    __m128i counters = zero;
    const char* const end = at + size;
    const char* const last = end - width;
    for (; at <= last; at += width) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        counters = _mm_sub_epi8(counters, mark_suspects(bytes));
    }
    // The last 16 bytes once more, without those that have been counted.
    alignas(16) static constexpr unsigned char window[2 * width] = {
        0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(last));
    const __m128i wanted =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(window + static_cast<std::size_t>(end - at)));
    // No counter overflows: at most 255 rounds, this one included, marked the same place.
    counters = _mm_sub_epi8(counters, _mm_and_si128(mark_suspects(bytes), wanted));
    const __m128i sums = _mm_sad_epu8(counters, zero);
    const auto found = static_cast<std::size_t>(
        _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums)));
    return found == expected || count_controls(end - size, size) == expected;
}

#else

inline bool has_only_controls(const char* at, std::size_t size, std::size_t expected) noexcept
{
    return count_controls(at, size) == expected;
}

#endif

} // namespace frevo::detail
