// SPDX-License-Identifier: BSL-1.0
// Stands in front of the C library's allocator and counts: coroutine frames do not pass through
// operator new, so that would miss them.
#include "counted_malloc.hpp"

#include <cerrno>
#include <cstddef>

// The names under which glibc keeps its own.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

// Needs no memory itself: it has a place in the program's own block of thread-local data.
thread_local std::uint64_t count = 0;

} // namespace

std::uint64_t allocations_of_this_thread() noexcept
{
    return count;
}

extern "C" {

void* malloc(std::size_t size)
{
    ++count;
    return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size)
{
    ++count;
    return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size)
{
    ++count;
    return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    ++count;
    return __libc_memalign(alignment, size);
}

void* memalign(std::size_t alignment, std::size_t size)
{
    ++count;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** made, std::size_t alignment, std::size_t size)
{
    ++count;
    void* const block = __libc_memalign(alignment, size);
    if (!block)
        return ENOMEM;
    *made = block;
    return 0;
}

} // extern "C"
