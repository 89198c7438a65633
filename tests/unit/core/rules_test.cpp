// SPDX-License-Identifier: BSL-1.0
#include <frevo/core/describe.hpp>
#include <frevo/core/rules.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using frevo::detail::constraint;
using frevo::detail::shape_of;

/// Writes down the faults.
class notes final : public frevo::detail::fault_sink
{
public:
    void fault(std::string below, std::string_view code, std::string sentence) override
    {
        text += below + " " + std::string{code} + ": " + sentence + "\n";
    }

    std::string text;
};

/// What rules say of a value, as members of a struct have them.
template <class V, class... Parts>
std::string check(const V& value, Parts... parts)
{
    using inside = frevo::detail::inside_optional<V>;
    (Parts::template check<inside>(), ...);
    std::vector<constraint> table((0 + ... + Parts::slots));
    constraint* out = table.data();
    (parts.template fill<inside>(out), ...);
    notes found;
    frevo::detail::check_constraints(shape_of<V>(), &value, table, found);
    return found.text;
}

} // namespace

TEST_CASE("the length of a text is counted in characters")
{
    CHECK(check(std::string{"äöü"}, frevo::length(3, 3)) == "");
    CHECK(
        check(std::string{"äöü"}, frevo::length(4, 4)) ==
        " length: must have exactly 4 characters\n");
    CHECK(
        check(std::string{}, frevo::min_length(1)) == " length: must have at least 1 character\n");
    CHECK(
        check(std::string{"ab"}, frevo::max_length(1)) ==
        " length: must have at most 1 character\n");
    CHECK(
        check(std::string{"abc"}, frevo::length(0, 2)) ==
        " length: must have at most 2 characters\n");
    CHECK(check(std::string{"a"}, frevo::length(2, 5)) == " length: must have 2 to 5 characters\n");
}

TEST_CASE("the length of lists and maps is counted in elements and entries")
{
    const std::vector<int> two{1, 2};
    CHECK(check(two, frevo::length(2, 2)) == "");
    CHECK(check(two, frevo::max_length(1)) == " length: must have at most 1 element\n");
    const std::map<std::string, int> one{{"a", 1}};
    CHECK(check(one, frevo::min_length(2)) == " length: must have at least 2 entries\n");
    CHECK(
        check(std::vector<bool>{true}, frevo::min_length(2)) ==
        " length: must have at least 2 elements\n");
}

TEST_CASE("both bounds of a range are allowed")
{
    CHECK(check(1, frevo::range(1, 5)) == "");
    CHECK(check(5, frevo::range(1, 5)) == "");
    CHECK(check(6, frevo::range(1, 5)) == " range: must be from 1 to 5\n");
    CHECK(check(-1, frevo::at_least(0)) == " range: must be at least 0\n");
    CHECK(check(11L, frevo::at_most(10)) == " range: must be at most 10\n");
}

TEST_CASE("ranges compare in the type of the member")
{
    using wide = std::numeric_limits<std::uint64_t>;
    CHECK(check(wide::max(), frevo::at_least(0)) == "");
    CHECK(
        check(wide::max(), frevo::at_most(wide::max() - 1)) ==
        " range: must be at most 18446744073709551614\n");
    CHECK(
        check(std::int8_t{-100}, frevo::range(-50, 1000)) == " range: must be from -50 to 1000\n");
    CHECK(check(std::uint8_t{200}, frevo::range(-50, 1000)) == "");
    CHECK(check(std::uint16_t{1}, frevo::range(-5, -1)) == " range: must be from 0 to 0\n");
    CHECK(check(std::int64_t{-1}, frevo::at_least(std::numeric_limits<std::int64_t>::min())) == "");
    CHECK(check(0.5, frevo::range(0, 1)) == "");
    CHECK(check(1.5, frevo::range(0.25, 1)) == " range: must be from 0.25 to 1\n");
    CHECK(check(0.1F, frevo::at_most(0.1)) == "");
    CHECK(check(std::numeric_limits<double>::quiet_NaN(), frevo::at_most(1)) != "");
}

TEST_CASE("a value is one of those listed")
{
    CHECK(check(std::string{"b"}, frevo::one_of("a", "b")) == "");
    CHECK(
        check(std::string{"c"}, frevo::one_of("a", "b")) == " enum: must be one of \"a\", \"b\"\n");
    CHECK(check(-1, frevo::one_of(-1, 1)) == "");
    CHECK(check(std::int8_t{0}, frevo::one_of(-1, 1)) == " enum: must be one of -1, 1\n");
    CHECK(check(7u, frevo::one_of(7)) == "");
}

TEST_CASE("rules of elements name the element")
{
    const std::vector<std::string> list{"ab", "a", "abc"};
    CHECK(
        check(list, frevo::each(frevo::length(2, 2))) ==
        "/1 length: must have exactly 2 characters\n/2 length: must have exactly 2 characters\n");
    const std::map<std::string, int> map{{"x/y~", 7}, {"z", 1}};
    CHECK(check(map, frevo::each(frevo::at_most(5))) == "/x~1y~0 range: must be at most 5\n");
    const std::array<int, 3> array{1, 9, 2};
    CHECK(check(array, frevo::each(frevo::at_most(5))) == "/1 range: must be at most 5\n");
    const std::vector<std::vector<int>> nested{{1}, {2, 30}};
    CHECK(
        check(
            nested, frevo::each(frevo::max_length(1), frevo::each(frevo::at_most(9))),
            frevo::max_length(1)) ==
        "/1 length: must have at most 1 element\n/1/1 range: must be at most 9\n"
        " length: must have at most 1 element\n");
}

TEST_CASE("rules of an optional hold for its value when there is one")
{
    CHECK(check(std::optional<int>{}, frevo::at_least(1)) == "");
    CHECK(check(std::optional<int>{0}, frevo::at_least(1)) == " range: must be at least 1\n");
    CHECK(
        check(std::optional<std::optional<int>>{std::optional<int>{0}}, frevo::at_least(1)) != "");
    const std::vector<std::optional<int>> list{1, std::nullopt, 0};
    CHECK(check(list, frevo::each(frevo::at_least(1))) == "/2 range: must be at least 1\n");
}

TEST_CASE("a rule of one's own is a predicate with a code and a sentence")
{
    const auto even = frevo::satisfies([](int n) { return n % 2 == 0; }, "even", "must be even");
    CHECK(check(2, even) == "");
    CHECK(check(3, even) == " even: must be even\n");
}

TEST_CASE("the lowest upper bound of the length counts")
{
    constraint table[4];
    constraint* out = table;
    frevo::min_length(1).fill<std::vector<std::string>>(out);
    frevo::each(frevo::max_length(2)).fill<std::vector<std::string>>(out);
    frevo::max_length(9).fill<std::vector<std::string>>(out);
    const constraint* found = frevo::detail::upper_length(table);
    REQUIRE(found != nullptr);
    CHECK(found->high == 9);
    CHECK(frevo::detail::upper_length({}) == nullptr);
}
