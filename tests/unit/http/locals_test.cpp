// SPDX-License-Identifier: BSL-1.0
#include <frevo/http/locals.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>

using frevo::locals;

TEST_CASE("there is one value per type")
{
    locals values;
    CHECK(values.get<int>() == nullptr);
    CHECK(values.set(7) == 7);
    values.set(std::string{"text"});
    REQUIRE(values.get<int>());
    CHECK(*values.get<int>() == 7);
    CHECK(*values.get<std::string>() == "text");
    CHECK(values.get<long>() == nullptr);
    values.set(8);
    CHECK(*values.get<int>() == 8);
    *values.get<int>() = 9;
    CHECK(*values.get<int>() == 9);
}

TEST_CASE("values may be of types that only move, and are destroyed once")
{
    const auto watched = std::make_shared<int>(1);
    {
        locals values;
        values.set(std::make_unique<std::shared_ptr<int>>(watched));
        CHECK(watched.use_count() == 2);
        values.set(std::make_unique<std::shared_ptr<int>>(watched)); // replaces
        CHECK(watched.use_count() == 2);
        values.clear();
        CHECK(watched.use_count() == 1);
        CHECK(values.get<std::unique_ptr<std::shared_ptr<int>>>() == nullptr);
        values.set(watched);
        CHECK(watched.use_count() == 2);
    }
    CHECK(watched.use_count() == 1);
}

TEST_CASE("a value stays where it is while others come")
{
    locals values;
    const std::string* text = &values.set(std::string{"text"});
    values.set(1);
    values.set(2L);
    values.set(3.0);
    values.set('4');
    CHECK(values.get<std::string>() == text);
    CHECK(*text == "text");
}
