// SPDX-License-Identifier: BSL-1.0
// The thread's list of free small blocks.
#include "core/small_block.hpp"

#include "core/poison.hpp"

#include <new>
#include <utility>

namespace frevo::detail {

namespace {

// What stands in a free block.
struct waiting_block
{
    waiting_block* next;
};

// The thread's free blocks. Trivially destructible, so that blocks given back after the thread's
// other objects are gone still find it; the guard below has then closed it.
struct block_list
{
    waiting_block* first = nullptr;
    std::size_t count = 0;
    bool guarded = false;
    bool closed = false;
};

constinit thread_local block_list free_blocks;

struct block_list_guard
{
    block_list_guard() noexcept { free_blocks.guarded = true; }
    block_list_guard(const block_list_guard&) = delete;
    block_list_guard& operator=(const block_list_guard&) = delete;
    ~block_list_guard()
    {
        block_list& list = free_blocks;
        list.closed = true;
        while (list.first != nullptr) {
            waiting_block* const block = std::exchange(list.first, list.first->next);
            unpoison(block, small_block_size);
            ::operator delete(block);
        }
        list.count = 0;
    }
};

} // namespace

char* take_block(std::size_t size)
{
    block_list& list = free_blocks;
    if (size != small_block_size || list.first == nullptr)
        return static_cast<char*>(::operator new(size));
    waiting_block* const block = list.first;
    list.first = block->next;
    --list.count;
    unpoison(block, small_block_size);
    return reinterpret_cast<char*>(block);
}

void give_block(char* data, std::size_t size) noexcept
{
    block_list& list = free_blocks;
    if (size != small_block_size || list.count == max_free_small_blocks || list.closed) {
        ::operator delete(data);
        return;
    }
    if (!list.guarded) {
        static thread_local block_list_guard guard;
        static_cast<void>(guard);
    }
    list.first = ::new (static_cast<void*>(data)) waiting_block{list.first};
    ++list.count;
    poison(data + sizeof(waiting_block), small_block_size - sizeof(waiting_block));
}

} // namespace frevo::detail
