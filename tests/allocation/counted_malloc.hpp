// SPDX-License-Identifier: BSL-1.0
// How often the calling thread has asked for memory.
#pragma once

#include <cstdint>

/// Calls of malloc, calloc, realloc and aligned allocation by the calling thread so far.
std::uint64_t allocations_of_this_thread() noexcept;
