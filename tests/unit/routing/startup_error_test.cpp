// SPDX-License-Identifier: BSL-1.0
#include <frevo/routing/startup_error.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("all findings stand in one message, one per line")
{
    const frevo::startup_error error{{"one", "two"}};
    CHECK(std::string{error.what()} == "frevo cannot start this application:\n  one\n  two");
    CHECK(error.findings().size() == 2);
    const frevo::startup_error copy = error;
    CHECK(copy.findings() == error.findings());
}
