// SPDX-License-Identifier: BSL-1.0
// Tests of the credit for slow peers.
#include "server/rate_guard.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

using frevo::clock;
using frevo::detail::rate_guard;
using namespace std::chrono_literals;

TEST_CASE("waiting spends the credit, bytes earn it, up to the grace")
{
    const clock::time_point start{1h};
    rate_guard guard;
    guard.start(start, 100, 5s);
    CHECK(guard.due() == start + 5s);
    guard.add(start + 3s, 100); // 2 s left, and one earned
    CHECK(guard.due() == start + 6s);
    guard.add(start + 4s, 100'000'000);
    CHECK(guard.due() == start + 9s);
    guard.add(start + 4s, std::numeric_limits<std::size_t>::max());
    CHECK(guard.due() == start + 9s);
}

TEST_CASE("the fastest least speed does not overflow")
{
    const clock::time_point start{1h};
    constexpr auto fastest = std::numeric_limits<std::uint32_t>::max();
    rate_guard guard;
    guard.start(start, fastest, 5h);
    guard.add(start + 2h, std::numeric_limits<std::size_t>::max()); // three hours left, and one
    CHECK(guard.due() == start + 6h);
    guard.add(start + 2h, fastest);
    CHECK(guard.due() == start + 6h + 1s);
}

TEST_CASE("a pause costs nothing")
{
    const clock::time_point start{1h};
    rate_guard guard;
    guard.start(start, 100, 5s);
    guard.pause(start + 1s);
    guard.pause(start + 2s);
    guard.add(start + 30s, 0);
    guard.resume(start + 60s);
    guard.resume(start + 61s);
    CHECK(guard.due() == start + 64s);
}

TEST_CASE("without a least speed nothing is due")
{
    rate_guard guard;
    CHECK(guard.due() == clock::time_point::max());
    guard.start(clock::time_point{1h}, 0, 5s);
    guard.add(clock::time_point{2h}, 1);
    CHECK(guard.due() == clock::time_point::max());
}
