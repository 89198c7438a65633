// SPDX-License-Identifier: BSL-1.0
// Tests of request-lifetime memory.
#include "core/arena.hpp"
#include "core/poison.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using frevo::detail::arena;

TEST_CASE("allocations do not overlap and keep their bytes")
{
    std::mt19937 random{9};
    for (int round = 0; round < 50; ++round) {
        arena memory;
        std::vector<std::pair<std::string_view, std::string>> texts;
        for (int i = 0; i < 60; ++i) {
            const std::size_t limit = i % 20 == 0 ? 5000 : 80;
            const std::string text(random() % limit, static_cast<char>('a' + i % 26));
            texts.emplace_back(memory.copy(text), text);
        }
        for (const auto& [view, text] : texts)
            REQUIRE(view == text);
    }
}

TEST_CASE("a steady stream of small requests uses the same chunk")
{
    arena memory;
    const char* const first = memory.allocate(100);
    std::vector<std::unique_ptr<char[]>> taken;
    for (int i = 0; i < 5; ++i) {
        memory.allocate(200);
        memory.reset();
        // Would get the chunk if it had been freed.
        taken.push_back(std::make_unique<char[]>(arena::chunk_size));
        CHECK(memory.allocate(100) == first);
    }
}

TEST_CASE("the chunk is kept whatever else the request needed")
{
    arena memory;
    const char* const first = memory.allocate(1);
    memory.allocate(100'000);
    memory.allocate(3000);
    memory.allocate(500);
    memory.reset();
    const auto taken = std::make_unique<char[]>(arena::chunk_size);
    CHECK(memory.allocate(1) == first);
    memory.release();
    CHECK(memory.allocate(10) != nullptr);
}

TEST_CASE("a large piece does not waste what is left of the small chunk")
{
    arena memory;
    const char* const first = memory.allocate(10);
    memory.allocate(100'000);
    CHECK(memory.allocate(10) == first + 10);
}

TEST_CASE("aligned memory is aligned, also behind unaligned text and in new chunks")
{
    arena memory;
    for (const std::size_t alignment : {1u, 2u, 8u, 16u}) {
        memory.allocate(3);
        void* const at = memory.allocate(24, alignment);
        CHECK(reinterpret_cast<std::uintptr_t>(at) % alignment == 0);
        std::memset(at, 1, 24);
    }
    // Padding comes out of the chunk at hand.
    char* const before = memory.allocate(1);
    CHECK(static_cast<char*>(memory.allocate(4, 4)) - before <= 4);
    memory.allocate(1);
    void* const large = memory.allocate(50'000, 16);
    CHECK(reinterpret_cast<std::uintptr_t>(large) % 16 == 0);
    std::memset(large, 1, 50'000);
    // The rest of the chunk is smaller than the padding and size together.
    arena tight;
    tight.allocate(arena::chunk_size - 16 - 20);
    void* const next = tight.allocate(16, 16);
    CHECK(reinterpret_cast<std::uintptr_t>(next) % 16 == 0);
    std::memset(next, 1, 16);
}

TEST_CASE("the unused end of the latest allocation can be given back")
{
    arena memory;
    char* const first = memory.allocate(100);
    memory.shrink(first, 40);
    CHECK(memory.allocate(10) == first + 40);
    // Not the latest any more: nothing happens.
    memory.shrink(first, 0);
    CHECK(memory.allocate(10) == first + 50);
    char* const large = memory.allocate(200'000);
    std::memset(large, 1, 200'000);
    memory.shrink(large, 5);
    CHECK(memory.allocate(10) == first + 60);
}

TEST_CASE("an arena can be moved and an unused one owns nothing")
{
    arena memory;
    const std::string_view text = memory.copy("kept");
    arena other{std::move(memory)};
    CHECK(text == "kept");
    CHECK(memory.copy("new") == "new");
    memory = std::move(other);
    CHECK(text == "kept");
    memory.reset();
    arena{}.reset();
    CHECK(arena{}.copy("").empty());
}

#if defined(FREVO_HAS_ASAN)
TEST_CASE("memory that is not allocated is poisoned")
{
    arena memory;
    char* const at = memory.allocate(16);
    CHECK_FALSE(__asan_address_is_poisoned(at + 15));
    CHECK(__asan_address_is_poisoned(at + 16));
    memory.shrink(at, 8);
    CHECK(__asan_address_is_poisoned(at + 8));
    memory.reset();
    CHECK(__asan_address_is_poisoned(at));
}
#endif
