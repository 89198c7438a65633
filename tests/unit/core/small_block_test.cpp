// SPDX-License-Identifier: BSL-1.0
// Tests of recycled small blocks.
#include "core/poison.hpp"
#include "core/small_block.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <set>
#include <thread>
#include <vector>

using namespace frevo::detail;

TEST_CASE("the block given back last is taken first")
{
    char* const first = take_block(small_block_size);
    char* const second = take_block(small_block_size);
    give_block(first, small_block_size);
    give_block(second, small_block_size);
    // Would get the memory if it had been freed.
    const auto heap = std::make_unique<char[]>(small_block_size);
    CHECK(take_block(small_block_size) == second);
    CHECK(take_block(small_block_size) == first);
    std::memset(first, 1, small_block_size);
    std::memset(second, 1, small_block_size);
    give_block(first, small_block_size);
    give_block(second, small_block_size);
}

TEST_CASE("blocks of another size are not kept")
{
    // In a thread of its own, whose list is empty. What was kept wrongly would come back as a small
    // block.
    std::thread{[] {
        char* const large = take_block(2 * small_block_size);
        std::memset(large, 1, 2 * small_block_size);
        give_block(large, 2 * small_block_size);
        const auto heap = std::make_unique<char[]>(2 * small_block_size);
        char* const small = take_block(small_block_size);
        CHECK(small != large);
        give_block(small, small_block_size);
    }}.join();
}

TEST_CASE("a thread keeps a bounded number of blocks")
{
    constexpr std::size_t count = max_free_small_blocks + 44;
    std::vector<char*> blocks(count);
    for (char*& block : blocks)
        block = take_block(small_block_size);
    const std::set<char*> seen(blocks.begin(), blocks.end());
    CHECK(seen.size() == count);
    for (char* const block : blocks)
        give_block(block, small_block_size);
    // Take what has been freed, so that only what has been kept can come back.
    std::vector<std::unique_ptr<char[]>> heap;
    for (std::size_t i = 0; i < count; ++i)
        heap.push_back(std::make_unique<char[]>(small_block_size));
    std::size_t again = 0;
    for (char*& block : blocks) {
        block = take_block(small_block_size);
        again += seen.count(block);
    }
    CHECK(again == max_free_small_blocks);
    for (char* const block : blocks)
        give_block(block, small_block_size);
}

TEST_CASE("a block may be given back by another thread, which keeps it until its end")
{
    char* const block = take_block(small_block_size);
    bool same = false;
    std::thread{[&] {
        give_block(block, small_block_size);
        char* const again = take_block(small_block_size);
        same = again == block;
        give_block(again, small_block_size);
    }}.join();
    CHECK(same);
}

#if defined(FREVO_HAS_ASAN)
TEST_CASE("a block is poisoned while it waits")
{
    char* const block = take_block(small_block_size);
    give_block(block, small_block_size);
    CHECK(__asan_address_is_poisoned(block + 16));
    CHECK(__asan_address_is_poisoned(block + small_block_size - 1));
    CHECK(take_block(small_block_size) == block);
    CHECK_FALSE(__asan_address_is_poisoned(block + 16));
    CHECK_FALSE(__asan_address_is_poisoned(block + small_block_size - 1));
    give_block(block, small_block_size);
}
#endif
