// SPDX-License-Identifier: BSL-1.0
// Memory that lives as long as one request and is freed at once.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace frevo::detail {

/// Monotonic memory for the texts of a request, such as decoded segments.
///
/// One chunk is kept over `reset`, so that a steady stream of small requests does not allocate; it
/// is taken at the first use, so that an arena that is never used owns nothing.
/// Threads: not shared.
class arena
{
public:
    /// Size of the chunk that is kept, its bookkeeping included. Units: bytes.
    static constexpr std::size_t chunk_size = 1024;

    arena() noexcept = default;
    arena(arena&& other) noexcept
        : next_(std::exchange(other.next_, nullptr)),
          left_(std::exchange(other.left_, 0)),
          latest_(std::exchange(other.latest_, nullptr)),
          chunks_(std::exchange(other.chunks_, nullptr))
    {}
    arena& operator=(arena&& other) noexcept
    {
        if (this != &other) {
            release();
            next_ = std::exchange(other.next_, nullptr);
            left_ = std::exchange(other.left_, 0);
            latest_ = std::exchange(other.latest_, nullptr);
            chunks_ = std::exchange(other.chunks_, nullptr);
        }
        return *this;
    }
    ~arena() { release(); }

    /// Returns `size` bytes without alignment. Lifetime: until `reset` or `release`.
    /// Errors: throws `std::bad_alloc`.
    char* allocate(std::size_t size)
    {
        if (size <= left_)
            return take(size);
        return allocate_slowly(size);
    }

    /// Returns `size` bytes at a multiple of `alignment`, a power of two up to that of
    /// `std::max_align_t`.
    void* allocate(std::size_t size, std::size_t alignment);

    /// Copies a text into the arena. Lifetime: as `allocate`.
    std::string_view copy(std::string_view text);

    /// Gives back the unused end of the latest allocation, which started at `at` and used `used`
    /// bytes.
    void shrink(char* at, std::size_t used) noexcept;

    /// Ends the lifetime of everything allocated; keeps one chunk.
    void reset() noexcept;

    /// Ends the lifetime of everything allocated; keeps nothing.
    void release() noexcept;

private:
    struct chunk;

    char* take(std::size_t size) noexcept;
    char* allocate_slowly(std::size_t size);
    void use(chunk* first) noexcept;

    char* next_ = nullptr;
    std::size_t left_ = 0;
    char* latest_ = nullptr; // what `shrink` may shorten
    chunk* chunks_ = nullptr;
};

} // namespace frevo::detail
