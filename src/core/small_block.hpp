// SPDX-License-Identifier: BSL-1.0
// Memory blocks of one small size, recycled by the thread that gave them back.
#pragma once

#include <cstddef>

namespace frevo::detail {

/// Size of the blocks that are recycled; larger ones come from the heap and go back there.
/// Units: bytes.
inline constexpr std::size_t small_block_size = 256;

/// Number of free blocks that a thread keeps: 64 KiB.
inline constexpr std::size_t max_free_small_blocks = 256;

/// Returns a block of this size, a recycled one if it is the small size.
///
/// Threads: a block may be given back by another thread than the one that took it.
/// Errors: throws `std::bad_alloc`.
char* take_block(std::size_t size);

/// Gives a block of this size back. In AddressSanitizer builds it is poisoned while it waits.
void give_block(char* data, std::size_t size) noexcept;

} // namespace frevo::detail
