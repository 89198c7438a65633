// SPDX-License-Identifier: BSL-1.0
#include <frevo/http/type_number.hpp>

#include <doctest/doctest.h>

#include <set>
#include <thread>
#include <vector>

using frevo::detail::register_type;
using frevo::detail::type_number;

namespace {

struct first
{};
struct second
{};

} // namespace

TEST_CASE("each type has a number of its own, and so has its constant form")
{
    const std::set<std::size_t> numbers{
        type_number<first>(), type_number<second>(), type_number<const first>(), type_number<int>(),
        type_number<int*>()};
    CHECK(numbers.size() == 5);
    CHECK(type_number<first>() == type_number<first>());
    CHECK(register_type(typeid(first), false) == type_number<first>());
    CHECK(register_type(typeid(first), true) == type_number<const first>());
}

TEST_CASE("threads agree on the numbers")
{
    std::vector<std::size_t> seen(8);
    std::vector<std::thread> threads;
    struct local
    {};
    for (std::size_t& each : seen)
        threads.emplace_back([&each] { each = type_number<local>(); });
    for (std::thread& each : threads)
        each.join();
    for (const std::size_t each : seen)
        CHECK(each == seen[0]);
}
