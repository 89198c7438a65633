// SPDX-License-Identifier: BSL-1.0
// Finds characters in field lines many at a time.
#pragma once

#include <frevo/core/ascii.hpp>

#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace frevo::detail {

#if defined(__SSE2__)

/// Returns the first control character but the tab among the 16 bytes at `at`, or nullptr.
inline const char* find_control_in_16(const char* at) noexcept
{
    // Adding one turns 0x7f into -128, so one signed comparison finds all controls. It also
    // finds tabs and bytes over 127, which are rare and looked at one by one.
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i found =
        _mm_cmpgt_epi8(_mm_set1_epi8(0x21), _mm_add_epi8(bytes, _mm_set1_epi8(1)));
    auto places = static_cast<unsigned>(_mm_movemask_epi8(found));
    for (; places != 0; places &= places - 1) {
        const char* place = at + std::countr_zero(places);
        if (!has_class(*place, value_bit))
            return place;
    }
    return nullptr;
}

#endif

/// Returns the first byte that may not stand in a field value, a control character but the tab, or
/// `end`.
inline const char* find_control(const char* at, const char* end) noexcept
{
#if defined(__SSE2__)
    constexpr std::ptrdiff_t width = 16;
    if (end - at >= width) {
        for (; end - at >= width; at += width) {
            if (const char* found = find_control_in_16(at))
                return found;
        }
        // The last 16 once more; those in front are known to be none.
        const char* found = find_control_in_16(end - width);
        return found != nullptr ? found : end;
    }
#endif
    while (at != end && has_class(*at, value_bit))
        ++at;
    return at;
}

/// Returns the first colon, or `end`; looks at 16 bytes at least when that many are there.
inline const char* find_colon(const char* at, const char* end) noexcept
{
#if defined(__SSE2__)
    if (end - at >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const auto places =
            static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(':'))));
        if (places != 0)
            return at + std::countr_zero(places);
    }
#endif
    while (at != end && is_token_char(*at)) // no name goes on behind anything else
        ++at;
    return at != end && *at == ':' ? at : end;
}

} // namespace frevo::detail
