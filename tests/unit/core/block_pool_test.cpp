// SPDX-License-Identifier: BSL-1.0
// Tests of recycled input blocks.
#include "core/block_pool.hpp"
#include "core/poison.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

using frevo::detail::block_pool;
using frevo::detail::block_ref;

TEST_CASE("a block is used again when its last share is gone")
{
    block_pool pool{1000, 4};
    block_ref first = pool.acquire();
    char* const data = first.data();
    CHECK(first.size() == 1000);
    CHECK(first.unique());
    block_ref second = first;
    CHECK(second == first);
    CHECK_FALSE(first.unique());
    first.reset();
    CHECK_FALSE(first);
    CHECK(pool.free_count() == 0);
    std::memset(data, 1, 1000);
    second = block_ref{};
    CHECK(pool.free_count() == 1);
    CHECK(pool.acquire().data() == data);
    CHECK(pool.free_count() == 1);
}

TEST_CASE("shares are copied, moved and assigned without losing count")
{
    block_pool pool{100, 4};
    block_ref a = pool.acquire();
    block_ref b = std::move(a);
    CHECK_FALSE(a);
    CHECK(b.unique());
    block_ref c = b;
    block_ref& self = c;
    c = self;
    CHECK_FALSE(b.unique());
    c = std::move(b);
    CHECK(c.unique());
    a = pool.acquire();
    a = c;
    CHECK(pool.free_count() == 1);
    CHECK(a == c);
}

TEST_CASE("the pool keeps a bounded number of free blocks")
{
    block_pool pool{100, 2};
    std::vector<block_ref> held;
    for (int i = 0; i < 5; ++i)
        held.push_back(pool.acquire());
    const char* const first = held[0].data();
    const char* const second = held[1].data();
    held.clear();
    CHECK(pool.free_count() == 2);
    // The blocks that were given back first are the ones kept.
    const block_ref again = pool.acquire();
    const block_ref more = pool.acquire();
    CHECK(again.data() == second);
    CHECK(more.data() == first);
    CHECK(pool.free_count() == 0);
}

TEST_CASE("a larger block is made on demand and not kept")
{
    block_pool pool{100, 4};
    {
        const block_ref large = pool.acquire(5000);
        CHECK(large.size() == 5000);
        std::memset(large.data(), 1, 5000);
        const block_ref usual = pool.acquire(100);
        CHECK(usual.size() == 100);
    }
    CHECK(pool.free_count() == 1);
    CHECK(pool.block_size() == 100);
}

TEST_CASE("blocks are aligned for every type")
{
    block_pool pool{100, 4};
    CHECK(reinterpret_cast<std::uintptr_t>(pool.acquire().data()) % alignof(std::max_align_t) == 0);
}

TEST_CASE("blocks may outlive their pool")
{
    block_ref kept;
    block_ref other;
    {
        block_pool pool{100, 4};
        kept = pool.acquire();
        other = pool.acquire(200);
        const block_ref recycled = pool.acquire();
    }
    std::memset(kept.data(), 1, kept.size());
    std::memset(other.data(), 1, other.size());
    kept.reset();
    other.reset();
}

TEST_CASE("each thread has its own pool of blocks of 16 KiB")
{
    block_pool& mine = block_pool::local();
    CHECK(&mine == &block_pool::local());
    CHECK(mine.block_size() == 16 * 1024);
    block_pool* theirs = nullptr;
    std::thread{[&] {
        theirs = &block_pool::local();
        theirs->acquire().reset();
    }}.join();
    CHECK(theirs != &mine);
}

#if defined(FREVO_HAS_ASAN)
TEST_CASE("the bytes of a free block are poisoned until it is used again")
{
    block_pool pool{100, 4};
    block_ref block = pool.acquire();
    char* const data = block.data();
    CHECK_FALSE(__asan_address_is_poisoned(data));
    block.reset();
    CHECK(__asan_address_is_poisoned(data));
    CHECK(__asan_address_is_poisoned(data + 99));
    block = pool.acquire();
    CHECK_FALSE(__asan_address_is_poisoned(data));
    CHECK_FALSE(__asan_address_is_poisoned(data + 99));
}
#endif
