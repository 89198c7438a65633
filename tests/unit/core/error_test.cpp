// SPDX-License-Identifier: BSL-1.0
// Tests of frevo's error codes.
#include <frevo/core/error.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace frevo;

TEST_CASE("an errc converts to an error code of frevo's category")
{
    const error_code code = errc::body_too_large;
    CHECK(code);
    CHECK(code == errc::body_too_large);
    CHECK(code != errc::client_left);
    CHECK(&code.category() == &error_category());
    CHECK(std::string{code.category().name()} == "frevo");
    CHECK(code.message() == "the body is larger than its limit");
    CHECK_FALSE(error_code{} == errc::body_too_large);
}

TEST_CASE("every errc has a message of its own")
{
    std::set<std::string> messages;
    for (int i = 1; i <= static_cast<int>(errc::not_upgradable); ++i)
        messages.insert(make_error_code(static_cast<errc>(i)).message());
    CHECK(messages.size() == static_cast<std::size_t>(errc::not_upgradable));
    CHECK(messages.count("unknown error") == 0);
    char buffer[8];
    CHECK(
        std::string{make_error_code(errc::client_left).message(buffer, sizeof buffer)} ==
        "the client has gone away");
    CHECK(error_code(999, error_category()).message() == "unknown error");
}

TEST_CASE("the same number in another category is another error")
{
    const error_code other(1, boost::system::generic_category());
    CHECK(other != errc::body_too_large);
}
