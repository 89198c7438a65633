// SPDX-License-Identifier: BSL-1.0
// Tests of the version numbers.

#include <frevo/version.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the linked library has the version of the headers")
{
    CHECK(frevo::library_version() == FREVO_VERSION_STRING);
}

TEST_CASE("the version's text and its numbers agree")
{
    const std::string text = std::to_string(FREVO_VERSION_MAJOR) + "." +
                             std::to_string(FREVO_VERSION_MINOR) + "." +
                             std::to_string(FREVO_VERSION_PATCH);
    CHECK(text == FREVO_VERSION_STRING);
}

TEST_CASE("the version is one number that orders releases")
{
    static_assert(FREVO_VERSION < 1000000);
    CHECK(FREVO_VERSION / 10000 == FREVO_VERSION_MAJOR);
    CHECK(FREVO_VERSION / 100 % 100 == FREVO_VERSION_MINOR);
    CHECK(FREVO_VERSION % 100 == FREVO_VERSION_PATCH);
}
