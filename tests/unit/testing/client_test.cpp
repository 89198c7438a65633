// SPDX-License-Identifier: BSL-1.0
#include "support/gate.hpp"

#include <frevo/frevo.hpp>
#include <frevo/http/offload.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using frevo::awaitable;
using frevo::method;
using frevo::request;
using frevo::response;
using frevo::status;
using frevo::testing::call;
using frevo::testing::client;
using frevo::testing::counted;

namespace {

struct counter
{
    explicit counter(int& alive) : life(alive) {}
    counted life;
    int calls = 0;
};

frevo::app make_app()
{
    frevo::app app;
    app.get(
        "/hello/{name}", [](frevo::path<"name"> name) { return "hello " + std::string{*name}; });
    const auto tell = [](request& req, frevo::request_body<std::string_view> body) {
        std::string text{to_string(req.method())};
        text += ' ';
        text += req.target();
        text += ' ';
        text += req.header("content-type").value_or("-");
        text += ' ';
        text += req.header("x-note").value_or("-");
        text += ' ';
        text += *body;
        return text;
    };
    app.get("/tell", tell);
    app.post("/tell", tell);
    app.put("/tell", tell);
    app.patch("/tell", tell);
    app.del("/tell", tell);
    return app;
}

} // namespace

TEST_CASE("a client calls an application without a port")
{
    client c{make_app()};
    const auto got = c.get("/hello/you");
    CHECK(got.status() == status::ok);
    CHECK(got.text() == "hello you");
    CHECK(got.header("content-type") == "text/plain; charset=utf-8");
    CHECK_FALSE(got.header("date").empty());
    CHECK(c.get("/missing").status() == status::not_found);
    CHECK(c.get("/missing").header("content-type") == "application/problem+json");
}

TEST_CASE("every kind of call says what it should")
{
    client c{make_app()};
    CHECK(c.get("/tell?q=1").text() == "GET /tell?q=1 - - ");
    CHECK(c.post("/tell", "a").text() == "POST /tell application/json - a");
    CHECK(c.put("/tell", "b", "text/csv").text() == "PUT /tell text/csv - b");
    CHECK(c.patch("/tell", "c", "x/y").text() == "PATCH /tell x/y - c");
    CHECK(c.del("/tell").text() == "DELETE /tell - - ");
    CHECK(c.options("/tell").header("allow").find("PATCH") != std::string::npos);
    const auto head = c.head("/tell");
    CHECK(head.status() == status::ok);
    CHECK(head.text().empty());
    CHECK(head.header("content-length") != "0");
    CHECK(c.send(call{"BREW", "/tell"}).status() == status::not_implemented);
    CHECK(
        c.send(call{method::post, "/tell"}.header("X-Note", "n").body("d", "x/y")).text() ==
        "POST /tell x/y n d");
    CHECK(
        call{method::post, "/tell"}.header("X-Note", "n").body("d", "x/y").bytes() ==
        "POST /tell HTTP/1.1\r\nHost: test\r\nX-Note: n\r\nContent-Type: x/y\r\n"
        "Content-Length: 1\r\n\r\nd");
}

TEST_CASE("fields of the client go with every call")
{
    client c{make_app()};
    c.header("X-Note", "always");
    CHECK(c.get("/tell").text() == "GET /tell - always ");
    CHECK(c.post("/tell", "a").text() == "POST /tell application/json always a");
}

TEST_CASE("raw bytes are sent as they are, and everything is returned")
{
    client c{make_app()};
    const std::string all = c.send_raw(
        "GET /hello/a HTTP/1.1\r\nHost: x\r\n\r\nGET /hello/b HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(all.find("hello a") < all.find("hello b"));
    CHECK(all.find("hello b") != std::string::npos);
    CHECK(c.send_raw("nonsense\r\n\r\n").find("HTTP/1.1 400 ") == 0);
    CHECK(c.send_raw("").empty());
    CHECK(c.send_raw("GET / HT").empty());
}

TEST_CASE("handlers that wait or use other threads are run to their end")
{
    frevo::app app;
    app.get("/sleep", []() -> awaitable<std::string> {
        co_await frevo::sleep_for(1ms);
        co_return "slept";
    });
    app.get("/work", []() -> awaitable<std::string> {
        const auto here = std::this_thread::get_id();
        auto work = [] { return std::this_thread::get_id(); };
        const auto there = co_await frevo::offload(std::move(work));
        co_return here == there ? "same" : "other";
    });
    client c{std::move(app)};
    CHECK(c.get("/sleep").text() == "slept");
    CHECK(c.get("/work").text() == "other");
    CHECK(c.get("/sleep").text() == "slept");
}

TEST_CASE("the application's objects live as long as the client")
{
    int alive = 0;
    {
        frevo::app app;
        app.per_worker<std::unique_ptr<counter>>(
            [&alive](frevo::worker&) { return std::make_unique<counter>(alive); });
        app.get("/count", [](frevo::state<std::unique_ptr<counter>> count) {
            return std::to_string(++(**count).calls);
        });
        client c{std::move(app)};
        CHECK(alive == 1);
        CHECK(c.get("/count").text() == "1");
        CHECK(c.get("/count").text() == "2");
    }
    CHECK(alive == 0);
}

TEST_CASE("an answer that does not come in time is an error, and what waits ends with the client")
{
    int alive = 0;
    int answered = 0;
    {
        frevo::app app;
        app.get("/wait", [&]() -> awaitable<std::string> {
            const counted one{alive};
            co_await frevo::sleep_for(10h);
            ++answered;
            co_return "waited";
        });
        app.get("/swallow", [&]() -> awaitable<std::string> {
            const counted one{alive};
            try {
                co_await frevo::sleep_for(10h);
            } catch (const std::exception&) {}
            ++answered;
            co_return "swallowed";
        });
        app.get("/", [] { return "fine"; });
        app.options().limits.handler_timeout = 100h;
        client c{std::move(app)};
        c.time_limit(1ms);
        CHECK_THROWS_AS(c.get("/wait"), std::runtime_error);
        CHECK_THROWS_AS(c.get("/swallow"), std::runtime_error);
        CHECK_THROWS_AS(c.send_raw("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n"), std::runtime_error);
        CHECK(alive == 3);
        c.time_limit(60s);
        CHECK(c.get("/").text() == "fine");
    }
    CHECK(alive == 0);
    CHECK(answered == 1);
}

TEST_CASE("what is wrong with an application is told when the client is made")
{
    frevo::app app;
    app.get("/a", [] { return "one"; });
    app.get("/a", [] { return "two"; });
    CHECK_THROWS_AS(client{std::move(app)}, frevo::startup_error);
    frevo::app failing;
    failing.per_worker<counter*>(
        [](frevo::worker&) -> counter* { throw std::runtime_error{"no database"}; });
    CHECK_THROWS_WITH_AS(client{std::move(failing)}, "no database", std::runtime_error);
}

TEST_CASE("several clients live side by side")
{
    client first{make_app()};
    client second{make_app()};
    CHECK(first.get("/hello/1").text() == "hello 1");
    CHECK(second.get("/hello/2").text() == "hello 2");
    CHECK(first.get("/hello/3").text() == "hello 3");
}
