// SPDX-License-Identifier: BSL-1.0
// Tests of the macros in config.hpp.

#include <frevo/config.hpp>

#include <doctest/doctest.h>

#include <map>
#include <utility>

TEST_CASE("an assertion that holds does nothing")
{
    FREVO_ASSERT(1 + 1 == 2);
}

TEST_CASE("an assertion may hold commas outside parentheses")
{
    FREVO_ASSERT(std::map<int, int>{{1, 2}}.size() == 1);
}

TEST_CASE("a consteval function gives a constant")
{
    struct twice
    {
        static FREVO_CONSTEVAL int of(int n) { return 2 * n; }
    };
    constexpr int four = twice::of(2);
    CHECK(four == 4);
}
