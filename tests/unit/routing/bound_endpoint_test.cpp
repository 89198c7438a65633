// SPDX-License-Identifier: BSL-1.0
#include "unit/routing/routed.hpp"

#include <frevo/routing/bound_endpoint.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::routed;
using frevo::testing::run_coroutine;

namespace {

int tenants_made = 0;
int sessions_made = 0;

struct tenant
{
    std::string name;
};

/// Made by a coroutine, of a tenant.
struct session
{
    std::string user;
};

/// Needs both, and does not wait itself.
struct permission
{
    std::string text;
};

/// Cannot be copied.
struct ticket
{
    std::unique_ptr<int> number;
};

struct upload
{
    std::string text;
};

} // namespace

template <>
struct frevo::extractor<tenant>
{
    static result<tenant> from(const request& req)
    {
        ++tenants_made;
        if (auto name = req.header("x-tenant"))
            return tenant{std::string{*name}};
        return problem{status::bad_request, "Which tenant?"};
    }
};

template <>
struct frevo::extractor<session>
{
    static awaitable<result<session>>
    from(request& req, tenant of, header<"authorization", std::string> key)
    {
        ++sessions_made;
        if (*key != "secret")
            co_return problem{status::unauthorized};
        static_cast<void>(req);
        co_return session{of.name + ":ann"};
    }
};

template <>
struct frevo::extractor<permission>
{
    static permission from(session who, tenant where) { return {who.user + "@" + where.name}; }
};

template <>
struct frevo::extractor<ticket>
{
    static result<ticket> from(request&) { return ticket{std::make_unique<int>(7)}; }
};

template <>
struct frevo::extractor<upload>
{
    static constexpr bool consumes_body = true;
    static result<upload> from(request& req)
    {
        if (req.body()->empty())
            return problem{status::unprocessable_content, "Nothing was sent."};
        return upload{std::string{*req.body()}};
    }
};

namespace {

std::string text_of(const response& got)
{
    return std::to_string(to_int(got.status())) + " " + std::string{got.body().view()};
}

std::string free_function(const request& req)
{
    return std::string{req.path()};
}

awaitable<std::string> free_coroutine(path<"n", int> n)
{
    co_return std::to_string(*n + 1);
}

struct functor
{
    std::string text = "functor";
    std::string operator()() const noexcept { return text; }
};

} // namespace

TEST_CASE("what a plain handler returns becomes the answer")
{
    routed app;
    app.get("/literal", [] { return "ok"; });
    app.get("/string", [] { return std::string{"text"}; });
    app.get("/view", [](request& req) { return req.path(); });
    app.get("/status", [] { return status::accepted; });
    app.get("/response", [] { return response{status::created, std::string{"made"}}; });
    app.get("/problem", [] { return problem{status::conflict, "Taken."}; });
    app.get("/void", [] {});
    app.get("/none", [] { return std::optional<std::string>{}; });
    app.get("/result", []() -> result<std::string> { return problem{status::gone}; });
    app.get("/pair", [] { return std::pair{status::created, std::string{"pair"}}; });
    app.get("/function", free_function);
    app.get("/functor", functor{});
    CHECK(app.text(method::get, "/literal") == "200 ok");
    CHECK(app.text(method::get, "/string") == "200 text");
    CHECK(app.text(method::get, "/view") == "200 /view");
    CHECK(app.text(method::get, "/status") == "202 ");
    CHECK(app.text(method::get, "/response") == "201 made");
    CHECK(app.answer(method::get, "/problem").status() == status::conflict);
    CHECK(app.text(method::get, "/void") == "204 ");
    CHECK(app.answer(method::get, "/none").status() == status::not_found);
    CHECK(app.answer(method::get, "/result").status() == status::gone);
    CHECK(app.text(method::get, "/pair") == "201 pair");
    CHECK(app.text(method::get, "/function") == "200 /function");
    CHECK(app.text(method::get, "/functor") == "200 functor");
}

TEST_CASE("what a coroutine returns becomes the answer")
{
    routed app;
    app.get(
        "/response", []() -> awaitable<response> { co_return response{std::string{"direct"}}; });
    app.get("/text", []() -> awaitable<std::string> { co_return "converted"; });
    app.get("/void", []() -> awaitable<void> { co_return; });
    app.get("/n/{n}", free_coroutine);
    app.get("/result", []() -> awaitable<result<std::string>> { co_return problem{status::gone}; });
    CHECK(app.text(method::get, "/response") == "200 direct");
    CHECK(app.text(method::get, "/text") == "200 converted");
    CHECK(app.text(method::get, "/void") == "204 ");
    CHECK(app.text(method::get, "/n/4") == "200 5");
    CHECK(app.answer(method::get, "/n/x").status() == status::not_found);
    CHECK(app.answer(method::get, "/result").status() == status::gone);
}

TEST_CASE("captures of a coroutine lambda live as long as the application")
{
    routed app;
    {
        const std::string captured(64, 'x');
        app.get("/a", [captured]() -> awaitable<std::string> {
            co_await boost::asio::this_coro::executor;
            co_return captured;
        });
    }
    CHECK(app.text(method::get, "/a") == "200 " + std::string(64, 'x'));
    CHECK(app.text(method::get, "/a") == "200 " + std::string(64, 'x'));
}

TEST_CASE("an endpoint says whether it waits and wants the body")
{
    const auto plain = detail::make_endpoint([] { return "ok"; });
    CHECK(!plain->handler_waits());
    CHECK(plain->immediate());
    CHECK(!plain->wants_body());
    const auto body = detail::make_endpoint([](upload) {});
    CHECK(!body->handler_waits());
    CHECK(body->wants_body());
    const auto waiting =
        detail::make_endpoint([]() -> awaitable<response> { co_return response{}; });
    CHECK(waiting->handler_waits());
    CHECK(!waiting->immediate());
    // The extractor waits, so the handler has to, although it is a plain function.
    const auto extracted = detail::make_endpoint([](session) {});
    CHECK(extracted->handler_waits());
    const auto nested = detail::make_endpoint([](permission) {});
    CHECK(nested->handler_waits());
    made_request asked{method::get, "/"};
    CHECK_THROWS_AS(nested->handle_now(asked.get()), std::logic_error);
}

TEST_CASE("an extractor of the user's answers for itself when it refuses")
{
    routed app;
    bool called = false;
    app.get("/t", [&](tenant who) {
        called = true;
        return who.name;
    });
    const std::string refused = app.text(method::get, "/t");
    CHECK(refused.substr(0, 3) == "400");
    CHECK(refused.find("Which tenant?") != std::string::npos);
    CHECK(!called);
    made_request asked{method::get, "/t"};
    asked.header("x-tenant", "acme");
    CHECK(text_of(app.answer(asked)) == "200 acme");
}

TEST_CASE("the first refusal ends the extraction")
{
    routed app;
    app.get("/{n}", [](path<"n", int>, tenant) {});
    app.get("/w/{n}", [](path<"n", int>, session) {});
    app.get("/c/{n}", [](path<"n", int>, tenant) -> awaitable<response> { co_return response{}; });
    tenants_made = 0;
    CHECK(app.answer(method::get, "/x").status() == status::not_found);
    CHECK(app.answer(method::get, "/w/x").status() == status::not_found);
    CHECK(app.answer(method::get, "/c/x").status() == status::not_found);
    CHECK(tenants_made == 0);
}

TEST_CASE("extractors may need extractors, wait, and run once per request")
{
    routed app;
    app.get("/p", [](tenant where, permission may, session who) {
        return where.name + " " + may.text + " " + who.user;
    });
    app.get("/c", [](session who, permission may) -> awaitable<std::string> {
        co_return who.user + " " + may.text;
    });
    tenants_made = sessions_made = 0;
    made_request asked{method::get, "/p"};
    asked.header("x-tenant", "acme").header("authorization", "secret");
    CHECK(text_of(app.answer(asked)) == "200 acme acme:ann@acme acme:ann");
    CHECK(tenants_made == 1);
    CHECK(sessions_made == 1);
    made_request coroutine{method::get, "/c"};
    coroutine.header("x-tenant", "acme").header("authorization", "secret");
    CHECK(text_of(app.answer(coroutine)) == "200 acme:ann acme:ann@acme");
    CHECK(sessions_made == 2);
    made_request wrong_key{method::get, "/p"};
    wrong_key.header("x-tenant", "acme").header("authorization", "guess");
    CHECK(app.answer(wrong_key).status() == status::unauthorized);
    made_request no_tenant{method::get, "/p"};
    CHECK(app.answer(no_tenant).status() == status::bad_request);
}

TEST_CASE("an argument that cannot be copied is moved")
{
    routed app;
    app.get("/plain", [](ticket one) { return std::to_string(*one.number); });
    app.get("/coroutine", [](ticket one) -> awaitable<response> {
        co_return response{std::to_string(*one.number)};
    });
    app.get("/waiting", [](ticket one, session) -> awaitable<std::string> {
        co_return std::to_string(*one.number);
    });
    CHECK(app.text(method::get, "/plain") == "200 7");
    CHECK(app.text(method::get, "/coroutine") == "200 7");
    made_request asked{method::get, "/waiting"};
    asked.header("x-tenant", "acme").header("authorization", "secret");
    CHECK(text_of(app.answer(asked)) == "200 7");
}

TEST_CASE("a plain handler may take its arguments as constant references")
{
    routed app;
    app.get("/{n}", [](const path<"n", int>& n) { return std::to_string(*n); });
    CHECK(app.text(method::get, "/3") == "200 3");
}

TEST_CASE("a body that has arrived is used without waiting")
{
    routed app;
    app.post("/plain", [](upload sent) { return sent.text; });
    app.post("/coroutine", [](upload sent) -> awaitable<response> {
        co_return response{std::move(sent.text)};
    });
    for (const char* target : {"/plain", "/coroutine"}) {
        made_request asked{method::post, target};
        asked.body("all of it");
        CHECK(text_of(app.answer(asked)) == "200 all of it");
        CHECK(asked.waits() == 0);
    }
}

TEST_CASE("a body that has not arrived is waited for before the handler runs")
{
    routed app;
    app.post("/plain", [](upload sent) { return sent.text; });
    app.post("/coroutine", [](upload sent) -> awaitable<response> {
        co_return response{std::move(sent.text)};
    });
    app.post("/converted", [](upload sent) -> awaitable<std::string> { co_return sent.text; });
    app.post("/waiting", [](upload sent, session) { return sent.text; });
    for (const char* target : {"/plain", "/coroutine", "/converted", "/waiting"}) {
        CAPTURE(target);
        made_request asked{method::post, target};
        asked.header("x-tenant", "a").header("authorization", "secret").body("late", false);
        CHECK(text_of(app.answer(asked)) == "200 late");
        CHECK(asked.waits() == 1);
        made_request failed{method::post, target};
        failed.fail_body(status::content_too_large);
        CHECK(app.answer(failed).status() == status::content_too_large);
    }
}

TEST_CASE("what a handler throws passes through the endpoint")
{
    const auto plain = detail::make_endpoint([] { throw problem{status::gone}; });
    const auto waiting = detail::make_endpoint([](tenant) -> awaitable<response> {
        throw std::runtime_error{"late"};
        co_return response{};
    });
    made_request asked{method::get, "/"};
    asked.header("x-tenant", "a");
    detail::request_access::set_endpoint(asked.get(), *plain);
    CHECK_THROWS_AS(plain->handle_now(asked.get()), problem);
    CHECK_THROWS_AS(run_coroutine(waiting->handle(asked.get())), std::runtime_error);
}
