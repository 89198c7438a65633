// SPDX-License-Identifier: BSL-1.0
#include "unit/routing/routed.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>
#include <string>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::routed;

namespace {

/// Writes a letter into a field on the way out, so that the order can be read.
struct mark
{
    std::string letter;
    std::optional<response> before(request& req) const
    {
        auto* trace = req.locals().get<std::string>();
        if (trace == nullptr)
            trace = &req.locals().set(std::string{});
        *trace += letter;
        return std::nullopt;
    }
    void after(const request& req, response& answer) const
    {
        answer.header("x-trace", *req.locals().get<std::string>());
    }
};

std::string trace_of(const response& got)
{
    return std::string{got.headers().get("x-trace").value_or("-")};
}

auto says(const char* text)
{
    return [text] { return text; };
}

} // namespace

TEST_CASE("middleware is entered from the application inwards, wherever use stands")
{
    routed app;
    app.get("/first", says("first"));
    auto outer = app.group("/outer");
    auto inner = outer.group("/inner");
    inner.get("/x", says("x")).use(mark{"r"}).use(mark{"s"});
    outer.get("/", says("outer"));
    inner.use(mark{"i"});
    app.use(mark{"a"});
    outer.use(mark{"o"});
    app.use(mark{"b"});
    CHECK(trace_of(app.answer(method::get, "/first")) == "ab");
    CHECK(trace_of(app.answer(method::get, "/outer")) == "abo");
    CHECK(trace_of(app.answer(method::get, "/outer/inner/x")) == "aboirs");
}

TEST_CASE("answers without a route pass the application's middleware, not that of routes")
{
    routed app;
    app.use(mark{"a"});
    app.get("/only-get", says("x")).use(mark{"r"});
    CHECK(trace_of(app.answer(method::get, "/only-get")) == "ar");
    CHECK(trace_of(app.answer(method::get, "/nope")) == "a");
    CHECK(trace_of(app.answer(method::delete_, "/only-get")) == "a");
    CHECK(trace_of(app.answer(method::options, "/only-get")) == "a");
    CHECK(trace_of(app.answer(method::options, "*")) == "a");
    CHECK(trace_of(app.answer(method::unknown, "/only-get")) == "a");
    CHECK(trace_of(app.answer(method::get, "/%zz")) == "a");
}

TEST_CASE("405 and OPTIONS in a group pass the group's middleware, as a preflight needs it")
{
    routed app;
    app.use(mark{"a"});
    auto api = app.group("/api");
    api.use(mark{"g"});
    api.put("/x", says("x")).use(mark{"r"});
    auto admin = api.group("/admin");
    admin.use(mark{"d"});
    admin.get("/y", says("y"));
    api.post("/admin/y", says("y"));
    CHECK(trace_of(app.answer(method::options, "/api/x")) == "ag");
    CHECK(trace_of(app.answer(method::get, "/api/x")) == "ag");
    CHECK(trace_of(app.answer(method::options, "/api/admin/y")) == "ag"); // what both routes share
    CHECK(trace_of(app.answer(method::get, "/api/none")) == "a");
}

TEST_CASE("a coroutine middleware wraps plain handlers and automatic answers")
{
    routed app;
    app.use([](request& req, next rest) -> awaitable<response> {
        response answer = co_await rest(req);
        answer.header("x-around", "yes");
        co_return answer;
    });
    app.get("/a", says("a"));
    app.post("/b", [](request_body<std::string> text) { return *text; });
    CHECK(app.answer(method::get, "/a").headers().contains("x-around"));
    CHECK(app.answer(method::get, "/none").headers().contains("x-around"));
    made_request late{method::post, "/b"};
    late.body("late", false);
    const response got = app.answer(late);
    CHECK(got.body().view() == "late");
    CHECK(got.headers().contains("x-around"));
}

TEST_CASE("in a group the slash means the prefix, and a prefix of a slash is none")
{
    routed app;
    auto books = app.group("/books");
    books.get("/", says("list"));
    books.get("/{id}", says("one"));
    auto root = app.group("/");
    root.get("/", says("root"));
    root.get("/x", says("x"));
    CHECK(app.text(method::get, "/books") == "200 list");
    CHECK(app.answer(method::get, "/books/").status() == status::not_found);
    CHECK(app.text(method::get, "/books/7") == "200 one");
    CHECK(app.text(method::get, "/") == "200 root");
    CHECK(app.text(method::get, "/x") == "200 x");
}

TEST_CASE("a group's prefix may supply parameters")
{
    routed app;
    auto shelf = app.group("/shelves/{shelf}");
    shelf.get("/books/{id}", [](path<"id", int> id, path<"shelf"> of) {
        return std::string{*of} + " " + std::to_string(*id);
    });
    CHECK(app.text(method::get, "/shelves/left/books/7") == "200 left 7");
}

TEST_CASE("the nearest limit for bodies applies")
{
    routed app;
    app.post("/default", says("x"));
    app.post("/own", says("x")).limit_body(7);
    auto group = app.group("/g");
    group.limit_body(50);
    group.post("/x", says("x"));
    group.post("/y", says("x")).limit_body(3);
    group.group("/h").post("/z", says("x"));
    const auto& table = app.freeze();
    const auto limit_of = [&](const char* target) {
        made_request asked{method::post, target};
        return table.resolve(asked.get()).body_limit();
    };
    CHECK(limit_of("/default") == routed::default_limit);
    CHECK(limit_of("/own") == 7);
    CHECK(limit_of("/g/x") == 50);
    CHECK(limit_of("/g/y") == 3);
    CHECK(limit_of("/g/h/z") == 50);
    CHECK(limit_of("/none") == routed::default_limit);
}

TEST_CASE("nothing can be added to a frozen router, and freezing again does nothing")
{
    routed app;
    auto handle = app.get("/a", says("a"));
    auto group = app.group("/g");
    const auto& table = app.freeze();
    CHECK(&app.freeze() == &table);
    CHECK_THROWS_AS(app.get("/b", says("b")), std::logic_error);
    CHECK_THROWS_AS(app.group("/h"), std::logic_error);
    CHECK_THROWS_AS(group.group("/h"), std::logic_error);
    CHECK_THROWS_AS(app.use(mark{"x"}), std::logic_error);
    CHECK_THROWS_AS(handle.use(mark{"x"}), std::logic_error);
    CHECK_THROWS_AS(handle.limit_body(1), std::logic_error);
    CHECK_THROWS_AS(group.limit_body(1), std::logic_error);
    CHECK(app.text(method::get, "/a") == "200 a");
}

TEST_CASE("a router without routes answers 404")
{
    routed app;
    CHECK(app.answer(method::get, "/").status() == status::not_found);
}
