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
inline std::size_t count_controls_slowly(const char* at, std::size_t size) noexcept
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i)
        count += has_class(at[i], value_bit) ? 0 : 1;
    return count;
}

#if defined(__SSE2__)

/// Marks the control characters of 16 bytes with 0xff each.
inline __m128i mark_controls(__m128i bytes) noexcept
{
    const __m128i below_blank =
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i tab = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
    const __m128i del = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f));
    return _mm_or_si128(_mm_andnot_si128(tab, below_blank), del);
}

/// Counts the same, 16 bytes at a time.
inline std::size_t count_controls(const char* at, std::size_t size) noexcept
{
    constexpr std::size_t width = 16;
    constexpr std::size_t most_rounds = 255; // the counters are bytes
    if (size < width)
        return count_controls_slowly(at, size);
    const __m128i zero = _mm_setzero_si128();
    __m128i total = zero;
    const char* end = at + size;
    while (static_cast<std::size_t>(end - at) >= width) {
        __m128i counters = zero;
        std::size_t rounds = static_cast<std::size_t>(end - at) / width;
        rounds = rounds < most_rounds ? rounds : most_rounds;
        for (; rounds != 0; --rounds, at += width) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
            counters = _mm_sub_epi8(counters, mark_controls(bytes));
        }
        total = _mm_add_epi64(total, _mm_sad_epu8(counters, zero));
    }
    const std::size_t rest = static_cast<std::size_t>(end - at);
    if (rest != 0) {
        // The last 16 bytes once more, without those that have been counted.
        alignas(16) static constexpr unsigned char window[2 * width] = {
            0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
            255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(end - width));
        const __m128i wanted = _mm_loadu_si128(reinterpret_cast<const __m128i*>(window + rest));
        const __m128i counters =
            _mm_sub_epi8(zero, _mm_and_si128(mark_controls(bytes), wanted));
        total = _mm_add_epi64(total, _mm_sad_epu8(counters, zero));
    }
    const __m128i high = _mm_unpackhi_epi64(total, total);
    return static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_add_epi64(total, high)));
}

#else

inline std::size_t count_controls(const char* at, std::size_t size) noexcept
{
    return count_controls_slowly(at, size);
}

#endif

} // namespace frevo::detail
