// SPDX-License-Identifier: BSL-1.0
// Tests of a value or a problem.
#include <frevo/core/result.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using namespace frevo;

namespace {

result<int> half(int n)
{
    if (n % 2 != 0)
        return problem{status::bad_request, "odd"};
    return n / 2;
}

} // namespace

TEST_CASE("a result holds the value")
{
    const result<int> r = half(4);
    REQUIRE(r);
    CHECK(*r == 2);
    result<std::string> text{"abc"};
    CHECK(text->size() == 3);
    CHECK(text.value() == "abc");
    text->push_back('d');
    CHECK(*text == "abcd");
}

TEST_CASE("a result holds the problem")
{
    result<int> r = half(3);
    REQUIRE_FALSE(r);
    CHECK_FALSE(r.has_value());
    CHECK(r.error().detail() == "odd");
    CHECK_THROWS_AS(r.value(), problem);
    const problem taken = std::move(r).error();
    CHECK(taken.code() == status::bad_request);
}

TEST_CASE("a value that can only be moved comes out again")
{
    result<std::unique_ptr<int>> r{std::make_unique<int>(5)};
    std::unique_ptr<int> out = std::move(r).value();
    CHECK(*out == 5);
    result<std::unique_ptr<int>> again{std::move(out)};
    CHECK(**again == 5);
    CHECK(*(*std::move(again)) == 5);
}
