// SPDX-License-Identifier: BSL-1.0
// Tests of what handlers see of streamed bodies without a connection; the server's tests have the
// rest.
#include "support/made_request.hpp"

#include <frevo/http/body.hpp>
#include <frevo/http/body_reader.hpp>
#include <frevo/http/response.hpp>

#include <doctest/doctest.h>

using namespace frevo;

TEST_CASE("a produced body has a producer and maybe a size")
{
    body unknown = body::produced([](body_writer&) -> awaitable<void> { co_return; });
    CHECK(unknown.is_produced());
    CHECK(unknown.producer() != nullptr);
    CHECK_FALSE(unknown.known_size().has_value());
    CHECK(unknown.view().empty());
    const body known = body::produced([](body_writer&) -> awaitable<void> { co_return; }, 7);
    CHECK(known.known_size() == 7);
    body text{std::string{"abc"}};
    CHECK_FALSE(text.is_produced());
    CHECK(text.producer() == nullptr);
    CHECK(text.known_size() == 3);
}

TEST_CASE("a streamed response has its type and status 200")
{
    const response made = stream("text/csv", [](body_writer&) -> awaitable<void> { co_return; });
    CHECK(made.status() == status::ok);
    CHECK(made.content_type() == "text/csv");
    CHECK(
        stream("a/b", 3, [](body_writer&) -> awaitable<void> { co_return; }).body().known_size() ==
        3);
}
