// SPDX-License-Identifier: BSL-1.0
#include "routing/routing_table.hpp"
#include "unit/routing/routed.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::routed;

namespace {

std::string allow_of(const response& got)
{
    return std::string{got.headers().get(field::allow).value_or("-")};
}

auto says(const char* text)
{
    return [text] { return text; };
}

} // namespace

TEST_CASE("routes are found by path and method, with their parameters")
{
    routed app;
    app.get("/blog/{year}/{month}/{slug}", says("post"));
    app.get("/blog/{category}", says("category"));
    app.post("/person/register", says("register"));
    app.post("/person/{uid}/logout", [](path<"uid"> uid) { return "logout " + std::string{*uid}; });
    CHECK(app.text(method::get, "/blog/news") == "200 category");
    CHECK(app.text(method::get, "/blog/2024/05/x") == "200 post");
    CHECK(app.text(method::post, "/person/register") == "200 register");
    CHECK(app.text(method::post, "/person/7/logout") == "200 logout 7");
    CHECK(app.text(method::post, "/person/register/logout") == "200 logout register");
}

TEST_CASE("an unknown path is 404 with a problem document")
{
    routed app;
    app.get("/a", says("a"));
    for (const method verb : {method::get, method::delete_, method::options, method::trace}) {
        const response got = app.answer(verb, "/b");
        CHECK(got.status() == status::not_found);
        CHECK(got.content_type() == "application/problem+json");
        CHECK(got.body().view().find("\"status\":404") != std::string_view::npos);
    }
    CHECK(app.answer(method::get, "/a/").status() == status::not_found);
}

TEST_CASE("a known path with another method is 405 with the methods it has")
{
    routed app;
    app.get("/a", says("a"));
    app.post("/b", says("b"));
    app.put("/b", says("b"));
    const response got = app.answer(method::delete_, "/a");
    CHECK(got.status() == status::method_not_allowed);
    CHECK(got.content_type() == "application/problem+json");
    CHECK(allow_of(got) == "GET, HEAD, OPTIONS");
    CHECK(allow_of(app.answer(method::get, "/b")) == "POST, PUT, OPTIONS");
    CHECK(app.answer(method::head, "/b").status() == status::method_not_allowed);
    CHECK(app.answer(method::trace, "/b").status() == status::method_not_allowed);
}

TEST_CASE("Allow counts the methods of all patterns that match the path")
{
    routed app;
    app.get("/books/{id}", says("one"));
    app.post("/books/import", says("import"));
    app.del("/{rest...}", says("any"));
    CHECK(allow_of(app.answer(method::put, "/books/import")) == "GET, HEAD, POST, DELETE, OPTIONS");
    CHECK(allow_of(app.answer(method::put, "/books/7")) == "GET, HEAD, DELETE, OPTIONS");
    CHECK(app.text(method::get, "/books/import") == "200 one");
    CHECK(app.text(method::delete_, "/books/import") == "200 any");
}

TEST_CASE("HEAD is answered by the route for GET")
{
    routed app;
    app.get("/a/{n}", [](path<"n"> n) { return std::string{*n}; });
    CHECK(app.text(method::head, "/a/7") == "200 7"); // the server leaves the content out
}

TEST_CASE("OPTIONS is answered from the routes")
{
    routed app;
    app.get("/a", says("a"));
    app.put("/b", says("b"));
    const response got = app.answer(method::options, "/a");
    CHECK(got.status() == status::no_content);
    CHECK(allow_of(got) == "GET, HEAD, OPTIONS");
    CHECK(got.body().empty());
    CHECK(allow_of(app.answer(method::options, "*")) == "GET, HEAD, PUT, OPTIONS");
    CHECK(app.answer(method::options, "*").status() == status::no_content);
}

TEST_CASE("a method that nobody knows, and CONNECT, are 501")
{
    routed app;
    app.get("/a", says("a"));
    for (const method verb : {method::unknown, method::connect}) {
        const response got = app.answer(verb, "/a");
        CHECK(got.status() == status::not_implemented);
        CHECK(got.content_type() == "application/problem+json");
    }
}

TEST_CASE("a malformed escape in the path is 400, whatever the path")
{
    routed app;
    app.get("/a/{x}", says("a"));
    for (const char* target : {"/a/%zz", "/a/%", "/a/%4", "/nothing/here/%g1"}) {
        CAPTURE(target);
        CHECK(app.answer(method::get, target).status() == status::bad_request);
    }
    CHECK(detail::has_whole_escapes("/a%20b%2F"));
    CHECK(detail::has_whole_escapes(""));
    CHECK(!detail::has_whole_escapes("/%2"));
}

TEST_CASE("literal text of a route matches its encoded form")
{
    routed app;
    app.get("/é", says("accent"));
    CHECK(app.text(method::get, "/%C3%A9") == "200 accent");
}

TEST_CASE("the request knows the pattern that matched, and nothing for answers without a route")
{
    routed app;
    std::string seen = "unset";
    struct recorder
    {
        std::string* seen;
        void after(const request& req, response&) const { *seen = req.matched_route(); }
    };
    app.use(recorder{&seen});
    auto group = app.group("/g/{x}");
    group.get("/{y}", says("y"));
    CHECK(app.text(method::get, "/g/1/2") == "200 y");
    CHECK(seen == "/g/{x}/{y}");
    app.answer(method::get, "/none");
    CHECK(seen.empty());
    seen = "unset";
    app.answer(method::post, "/g/1/2");
    CHECK(seen.empty());
}
