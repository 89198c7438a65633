// SPDX-License-Identifier: BSL-1.0
// Making, recycling and freeing of input blocks.
#include "core/block_pool.hpp"

#include "core/poison.hpp"

#include <new>

namespace frevo::detail {

// Outlives the pool while blocks of it are in use.
struct pool_state
{
    std::size_t block_size = 0;
    std::size_t max_free = 0;
    std::size_t free_count = 0;
    std::size_t in_use = 0;
    block_header* first_free = nullptr;
    bool abandoned = false;
};

namespace {

block_header* make_block(pool_state& pool, std::size_t size)
{
    auto* const block = ::new (::operator new(sizeof(block_header) + size)) block_header;
    block->pool = &pool;
    block->size = size;
    ++pool.in_use;
    return block;
}

} // namespace

void free_block(block_header* block) noexcept
{
    pool_state& pool = *block->pool;
    --pool.in_use;
    if (block->size == pool.block_size && pool.free_count < pool.max_free && !pool.abandoned) {
        block->next = pool.first_free;
        pool.first_free = block;
        ++pool.free_count;
        poison(block->data(), block->size);
        return;
    }
    ::operator delete(block);
    if (pool.abandoned && pool.in_use == 0)
        delete &pool;
}

block_pool::block_pool(std::size_t block_size, std::size_t max_free)
    : state_(new pool_state{block_size, max_free})
{}

block_pool::~block_pool()
{
    while (state_->first_free != nullptr) {
        block_header* const block = state_->first_free;
        state_->first_free = block->next;
        unpoison(block->data(), block->size);
        ::operator delete(block);
    }
    state_->free_count = 0;
    state_->abandoned = true;
    if (state_->in_use == 0)
        delete state_;
}

block_ref block_pool::acquire()
{
    block_header* const block = state_->first_free;
    if (block == nullptr)
        return block_ref{make_block(*state_, state_->block_size)};
    state_->first_free = block->next;
    --state_->free_count;
    ++state_->in_use;
    unpoison(block->data(), block->size);
    return block_ref{block};
}

block_ref block_pool::acquire(std::size_t at_least)
{
    if (at_least <= state_->block_size)
        return acquire();
    return block_ref{make_block(*state_, at_least)};
}

std::size_t block_pool::block_size() const noexcept
{
    return state_->block_size;
}

std::size_t block_pool::free_count() const noexcept
{
    return state_->free_count;
}

block_pool& block_pool::local()
{
    static thread_local block_pool pool;
    return pool;
}

} // namespace frevo::detail
