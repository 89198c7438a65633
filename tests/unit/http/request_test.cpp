// SPDX-License-Identifier: BSL-1.0
#include "support/made_request.hpp"

#include <frevo/http/request.hpp>
#include <frevo/http/service.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::run_coroutine;

namespace {

/// An endpoint of a pattern, with raw parameters as the router would set them.
class parameter_endpoint final : public detail::endpoint
{
public:
    explicit parameter_endpoint(std::vector<std::string> names) : endpoint(false, false)
    {
        set_pattern("/books/{id}", std::move(names));
    }
    response handle_now(request&) const override { return {}; }
    awaitable<response> handle(request&) const override { co_return response{}; }
};

std::string text_of(const result<std::optional<std::string_view>>& got)
{
    if (!got)
        return "problem " + std::to_string(to_int(got.error().code()));
    return *got ? std::string{**got} : "nothing";
}

std::string query_of(std::string_view target, std::string_view name)
{
    made_request made{method::get, target};
    return text_of(made.get().query(name));
}

std::string param_of(std::string_view raw)
{
    const parameter_endpoint target{{"id"}};
    made_request made{method::get, "/books/x"};
    request& req = made.get();
    detail::request_access::set_endpoint(req, target);
    detail::request_access::set_param(req, 0, raw);
    detail::request_access::set_param_count(req, 1);
    return text_of(req.param("id"));
}

} // namespace

TEST_CASE("a request tells what was asked for")
{
    made_request made{method::put, "/a/b%20c?d=e&f"};
    made.header("Host", "example.org:80").header("X-Note", "one").header("x-note", "two");
    request& req = made.get();
    CHECK(req.method() == method::put);
    CHECK(req.target() == "/a/b%20c?d=e&f");
    CHECK(req.path() == "/a/b%20c");
    CHECK(req.query() == "d=e&f");
    CHECK(req.version() == 11);
    CHECK(req.header("x-NOTE") == "one");
    CHECK(req.header(field::host) == "example.org:80");
    CHECK_FALSE(req.header("absent"));
    CHECK_FALSE(req.header(field::cookie));
    CHECK(req.headers().get("x-note") == "one");
    CHECK(req.id().empty());
    CHECK(req.peer() == "192.0.2.7:4242");
    CHECK(req.matched_route().empty());
}

TEST_CASE("a target without a path means the root")
{
    made_request made{method::options, "*"};
    CHECK(made.get().path() == "/");
    made_request plain{method::get, "/"};
    CHECK(plain.get().path() == "/");
    CHECK(plain.get().query().empty());
}

TEST_CASE("query values are decoded")
{
    CHECK(query_of("/?q=plain", "q") == "plain");
    CHECK(query_of("/?q=a+b%20c", "q") == "a b c");
    CHECK(query_of("/?q=%C3%A4%2B", "q") == "\xc3\xa4+");
    CHECK(query_of("/?a=1&q=2&q=3", "q") == "2");
    CHECK(query_of("/?q", "q") == "");
    CHECK(query_of("/?q=", "q") == "");
    CHECK(query_of("/?q=a=b", "q") == "a=b");
    CHECK(query_of("/", "q") == "nothing");
    CHECK(query_of("/?", "q") == "nothing");
    CHECK(query_of("/?qq=1", "q") == "nothing");
    CHECK(query_of("/?Q=1", "q") == "nothing");
}

TEST_CASE("broken query values are problems of the client")
{
    CHECK(query_of("/?q=%", "q") == "problem 400");
    CHECK(query_of("/?q=%4", "q") == "problem 400");
    CHECK(query_of("/?q=%zz", "q") == "problem 400");
    CHECK(query_of("/?q=%ff", "q") == "problem 400");
    CHECK(query_of("/?q=%c3%28", "q") == "problem 400");
    CHECK(query_of("/?q=%ed%a0%80", "q") == "problem 400"); // a surrogate
    // Only of those that are asked for.
    CHECK(query_of("/?bad=%zz&q=1", "q") == "1");
}

TEST_CASE("path parameters are decoded")
{
    CHECK(param_of("plain") == "plain");
    CHECK(param_of("a%20b") == "a b");
    CHECK(param_of("a+b") == "a+b"); // a plus is a plus in a path
    CHECK(param_of("a%2Fb") == "a/b");
    CHECK(param_of("") == "");
    CHECK(param_of("%") == "problem 400");
    CHECK(param_of("%ff") == "problem 400");
    CHECK(param_of("a%00b") == "problem 400");
}

TEST_CASE("a parameter that the route lacks is nothing")
{
    const parameter_endpoint target{{"id", "rest"}};
    made_request made{method::get, "/books/7"};
    request& req = made.get();
    detail::request_access::set_endpoint(req, target);
    detail::request_access::set_param(req, 0, "7");
    detail::request_access::set_param_count(req, 1);
    CHECK(text_of(req.param("id")) == "7");
    CHECK(text_of(req.param("other")) == "nothing");
    CHECK(text_of(req.param("rest")) == "nothing"); // named, but not matched
    CHECK(req.matched_route() == "/books/{id}");
}

TEST_CASE("decoded values stay while others are decoded")
{
    made_request made{method::get, "/?a=%41%41&b=" + std::string(5000, '+') + "&c=%43"};
    request& req = made.get();
    const auto first = req.query("a");
    const auto second = req.query("b");
    const auto third = req.query("c");
    CHECK(text_of(first) == "AA");
    CHECK(text_of(second) == std::string(5000, ' '));
    CHECK(text_of(third) == "C");
    // What needs no decoding is not copied.
    made_request plain{method::get, "/?a=plain"};
    const auto view = plain.get().query("a");
    CHECK((*view)->data() == plain.get().query().data() + 2);
}

TEST_CASE("the body is there, or is waited for, or is a problem")
{
    made_request there{method::post, "/"};
    there.body("text");
    CHECK(there.get().body() == "text");
    CHECK(*run_coroutine(there.get().read_body()) == "text");
    CHECK(there.waits() == 0);

    made_request later{method::post, "/"};
    later.body("text", false);
    CHECK_FALSE(later.get().body());
    CHECK(*run_coroutine(later.get().read_body()) == "text");
    CHECK(later.waits() == 1);
    CHECK(later.get().body() == "text");

    made_request never{method::post, "/"};
    never.fail_body(status::content_too_large);
    const auto got = run_coroutine(never.get().read_body());
    REQUIRE_FALSE(got);
    CHECK(got.error().code() == status::content_too_large);
}

TEST_CASE("the limit of the body is that of the route")
{
    parameter_endpoint target{{}};
    made_request made{method::post, "/"};
    detail::request_access::set_endpoint(made.get(), target);
    target.set_body_limit(77);
    CHECK(made.get().body_limit() == 77);
}

TEST_CASE("a request that begins anew knows nothing of the last one")
{
    const parameter_endpoint target{{"id"}};
    made_request made{method::get, "/"};
    request& req = made.get();
    detail::request_access::set_endpoint(req, target);
    detail::request_access::set_param_count(req, 1);
    detail::request_access::set_id(req, "id");
    detail::request_access::chain_at(req) = 3;
    req.locals().set(1);
    detail::request_access::end(req);
    CHECK(req.locals().get<int>() == nullptr);
    CHECK(req.matched_route().empty());
    detail::request_head head;
    detail::request_access::begin(req, {&head, "", nullptr, nullptr, nullptr, {}});
    CHECK(req.id().empty());
    CHECK(detail::request_access::chain_at(req) == 0);
    CHECK(req.peer().empty());
    CHECK(req.body() == "");
    detail::request_access::set_endpoint(req, target);
    CHECK(text_of(req.param("id")) == "nothing");
}

TEST_CASE("text kept with a request is a copy")
{
    made_request made{method::get, "/"};
    std::string changing = "before";
    const std::string_view kept = detail::request_access::keep(made.get(), changing);
    changing = "after!";
    CHECK(kept == "before");
}

TEST_CASE("objects of the application are found by their number")
{
    int first = 1;
    void* const slots[] = {&first, nullptr};
    made_request made{method::get, "/"};
    made.state(slots);
    CHECK(detail::request_access::state(made.get(), 0) == &first);
    CHECK(detail::request_access::state(made.get(), 1) == nullptr);
    CHECK(detail::request_access::state(made.get(), 2) == nullptr);
}
