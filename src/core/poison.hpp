// SPDX-License-Identifier: BSL-1.0
// Marks memory as unusable in AddressSanitizer builds, so that a view that outlived its bytes
// crashes.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define FREVO_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FREVO_HAS_ASAN 1
#endif
#endif

#if defined(FREVO_HAS_ASAN)
#include <sanitizer/asan_interface.h>
#endif

namespace frevo::detail {

/// Makes any use of these bytes an error in AddressSanitizer builds; does nothing in others.
inline void poison([[maybe_unused]] const void* at, [[maybe_unused]] std::size_t size) noexcept
{
#if defined(FREVO_HAS_ASAN)
    __asan_poison_memory_region(at, size);
#endif
}

/// Makes these bytes usable again.
inline void unpoison([[maybe_unused]] const void* at, [[maybe_unused]] std::size_t size) noexcept
{
#if defined(FREVO_HAS_ASAN)
    __asan_unpoison_memory_region(at, size);
#endif
}

} // namespace frevo::detail
