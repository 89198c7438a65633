// SPDX-License-Identifier: BSL-1.0
// Tests of text as a template argument.
#include <frevo/core/fixed_string.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using namespace frevo;

namespace {

template <fixed_string Name>
struct named
{
    static constexpr std::string_view name = Name.view();
};

} // namespace

TEST_CASE("a literal can be a template argument")
{
    CHECK(named<"id">::name == "id");
    CHECK(named<"">::name.empty());
    static_assert(std::is_same_v<named<"id">, named<"id">>);
    static_assert(!std::is_same_v<named<"id">, named<"ID">>);
}

TEST_CASE("texts of different sizes compare as texts")
{
    constexpr fixed_string id{"id"};
    static_assert(id == fixed_string{"id"});
    static_assert(!(id == fixed_string{"idx"}));
    CHECK(id.view().size() == 2);
}

TEST_CASE("zeros inside the literal belong to the text")
{
    static_assert(fixed_string{"a\0b"}.view().size() == 3);
    CHECK(fixed_string{"a\0b"}.view() == std::string_view("a\0b", 3));
}
