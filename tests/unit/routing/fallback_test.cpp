// SPDX-License-Identifier: BSL-1.0
#include "routing/fallback.hpp"
#include "support/made_request.hpp"

#include <doctest/doctest.h>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::made_request;

TEST_CASE("Allow names HEAD with GET, and OPTIONS always")
{
    CHECK(allow_text(0) == "OPTIONS");
    CHECK(allow_text(method_bit(method::get)) == "GET, HEAD, OPTIONS");
    CHECK(allow_text(method_bit(method::head)) == "HEAD, OPTIONS");
    CHECK(
        allow_text(static_cast<method_set>(
            method_bit(method::post) | method_bit(method::delete_) |
            method_bit(method::options))) == "POST, DELETE, OPTIONS");
}

TEST_CASE("a fixed problem is printed once and sent without a copy")
{
    const problem_endpoint missing{status::not_found, "Nothing here."};
    made_request asked{method::get, "/"};
    const response one = missing.handle_now(asked.get());
    const response two = missing.handle_now(asked.get());
    CHECK(one.status() == status::not_found);
    CHECK(one.content_type() == "application/problem+json");
    CHECK(one.body().view().data() == two.body().view().data());
    CHECK(one.body().view().find("Nothing here.") != std::string_view::npos);
    CHECK(!missing.handler_waits());
}

TEST_CASE("the methods of a path are found again when they are asked for")
{
    radix_tree routes;
    routes.add_method(routes.insert("/a/{x}"), method_bit(method::get));
    routes.add_method(routes.insert("/a/b"), method_bit(method::put));
    routes.freeze();
    const wrong_method_endpoint wrong{routes};
    const options_endpoint options{routes};
    made_request asked{method::delete_, "/a/b?q=1"};
    CHECK(wrong.handle_now(asked.get()).headers().get(field::allow) == "GET, HEAD, PUT, OPTIONS");
    CHECK(wrong.handle_now(asked.get()).status() == status::method_not_allowed);
    CHECK(options.handle_now(asked.get()).headers().get(field::allow) == "GET, HEAD, PUT, OPTIONS");
    CHECK(options.handle_now(asked.get()).status() == status::no_content);
    const server_options_endpoint all{method_bit(method::get)};
    CHECK(all.handle_now(asked.get()).headers().get(field::allow) == "GET, HEAD, OPTIONS");
}
