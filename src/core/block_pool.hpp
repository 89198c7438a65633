// SPDX-License-Identifier: BSL-1.0
// Counted blocks of input memory, recycled by the thread that uses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace frevo::detail {

class block_pool;

/// What stands before the bytes of a block.
struct alignas(std::max_align_t) block_header
{
    struct pool_state* pool = nullptr;
    block_header* next = nullptr;
    std::size_t size = 0;
    std::uint32_t references = 0;

    char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
};

void free_block(block_header* block) noexcept;

/// A share in a block of memory; the last one gives the block back to its pool.
///
/// Threads: all shares of a block belong to one thread; the count is not atomic.
class block_ref
{
public:
    block_ref() noexcept = default;
    block_ref(const block_ref& other) noexcept : block_(other.block_)
    {
        if (block_ != nullptr)
            ++block_->references;
    }
    block_ref(block_ref&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    block_ref& operator=(block_ref other) noexcept
    {
        std::swap(block_, other.block_);
        return *this;
    }
    ~block_ref() { reset(); }

    /// The block's first byte. Lifetime: while any share is held. Precondition: not empty.
    char* data() const noexcept { return block_->data(); }
    /// The block's size in bytes. Precondition: not empty.
    std::size_t size() const noexcept { return block_->size; }
    /// Tells whether this is the only share. Precondition: not empty.
    bool unique() const noexcept { return block_->references == 1; }

    explicit operator bool() const noexcept { return block_ != nullptr; }
    bool operator==(const block_ref& other) const noexcept { return block_ == other.block_; }

    /// Gives the share back.
    void reset() noexcept
    {
        if (block_ != nullptr && --block_->references == 0)
            free_block(block_);
        block_ = nullptr;
    }

private:
    friend class block_pool;
    explicit block_ref(block_header* block) noexcept : block_(block) { block_->references = 1; }

    block_header* block_ = nullptr;
};

/// Recycles blocks of one size and makes larger ones on demand.
///
/// The bytes of a block come uninitialised; in AddressSanitizer builds the bytes of a free block
/// are poisoned. Blocks may outlive their pool; they are then freed at their end.
/// Threads: not shared.
class block_pool
{
public:
    /// Size of the usual block.
    /// Units: bytes.
    /// Default: 16 KiB, a head within the default limits in one block.
    static constexpr std::size_t default_block_size = 16 * 1024;
    /// Number of free blocks kept. Default: 64, one MiB per thread.
    static constexpr std::size_t default_max_free = 64;

    explicit block_pool(
        std::size_t block_size = default_block_size, std::size_t max_free = default_max_free);
    block_pool(const block_pool&) = delete;
    block_pool& operator=(const block_pool&) = delete;
    ~block_pool();

    /// Returns a block of the usual size. Errors: throws `std::bad_alloc`.
    block_ref acquire();

    /// Returns a block of at least this size; one above the usual size is freed, not kept, after
    /// its use.
    block_ref acquire(std::size_t at_least);

    std::size_t block_size() const noexcept;
    /// Number of blocks waiting to be used again.
    std::size_t free_count() const noexcept;

    /// The calling thread's pool, with the default sizes.
    static block_pool& local();

private:
    pool_state* state_;
};

} // namespace frevo::detail
