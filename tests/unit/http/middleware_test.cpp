// SPDX-License-Identifier: BSL-1.0
// Both forms of middleware, alone and in chains, run the way the server runs them.
#include "support/captured_log.hpp"
#include "support/made_request.hpp"
#include "support/simple_service.hpp"

#include <frevo/http/middleware.hpp>
#include <frevo/http/time.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace frevo;
using frevo::detail::simple_service;
using frevo::testing::captured_log;
using frevo::testing::made_request;

namespace {

using trace = std::vector<std::string>;

struct hook
{
    trace* seen;
    std::string name;
    status early = status::ok; // answers early with another one

    std::optional<response> before(request&) const
    {
        seen->push_back('>' + name);
        if (early == status::ok)
            return std::nullopt;
        return response{early};
    }
    void after(const request&, response& answer) const
    {
        seen->push_back('<' + name + ' ' + std::to_string(to_int(answer.status())));
    }
};

/// A middleware that is a coroutine.
auto around(trace& seen, std::string name)
{
    return [&seen, name = std::move(name)](request& req, next rest) -> awaitable<response> {
        seen.push_back('>' + name);
        response answer = co_await rest(req);
        seen.push_back('<' + name + ' ' + std::to_string(to_int(answer.status())));
        co_return answer;
    };
}

/// Runs a request through a chain around a handler that waits or does not.
response run(middleware_chain chain, bool waits, const simple_service::plain& handler)
{
    simple_service service;
    detail::endpoint& target = waits ? service.on_waiting(
                                           "/",
                                           [&handler](request& req) -> awaitable<response> {
                                               co_await sleep_for(std::chrono::seconds{0});
                                               co_return handler(req);
                                           })
                                     : service.on("/", handler);
    target.set_chain(std::move(chain));
    made_request made{method::get, "/"};
    return made.answer(service);
}

} // namespace

TEST_CASE("hooks and coroutines are entered in order and left in reverse")
{
    for (const bool waits : {false, true}) {
        CAPTURE(waits);
        trace seen;
        const auto handler = [&](request&) {
            seen.push_back("handler");
            return response{status::accepted};
        };
        SUBCASE("hooks only")
        {
            run({hook{&seen, "a"}, hook{&seen, "b"}}, waits, handler);
            CHECK(seen == trace{">a", ">b", "handler", "<b 202", "<a 202"});
        }
        SUBCASE("coroutines only")
        {
            run({around(seen, "a"), around(seen, "b")}, waits, handler);
            CHECK(seen == trace{">a", ">b", "handler", "<b 202", "<a 202"});
        }
        SUBCASE("mixed")
        {
            run({hook{&seen, "a"}, around(seen, "b"), hook{&seen, "c"}, hook{&seen, "d"},
                 around(seen, "e"), hook{&seen, "f"}},
                waits, handler);
            CHECK(
                seen == trace{
                            ">a", ">b", ">c", ">d", ">e", ">f", "handler", "<f 202", "<e 202",
                            "<d 202", "<c 202", "<b 202", "<a 202"});
        }
    }
}

TEST_CASE("an early answer keeps the rest from being entered, and is seen by those in front")
{
    for (const bool waits : {false, true}) {
        CAPTURE(waits);
        trace seen;
        const auto handler = [&](request&) {
            seen.push_back("handler");
            return response{};
        };
        SUBCASE("of a hook among hooks")
        {
            const response got =
                run({hook{&seen, "a"}, hook{&seen, "b", status::forbidden}, hook{&seen, "c"}},
                    waits, handler);
            CHECK(got.status() == status::forbidden);
            CHECK(seen == trace{">a", ">b", "<b 403", "<a 403"});
        }
        SUBCASE("of a hook inside of a coroutine")
        {
            const response got =
                run({around(seen, "a"), hook{&seen, "b", status::forbidden}, around(seen, "c")},
                    waits, handler);
            CHECK(got.status() == status::forbidden);
            CHECK(seen == trace{">a", ">b", "<b 403", "<a 403"});
        }
        SUBCASE("of a coroutine that does not call next")
        {
            const auto refuse = [&seen](request&, next) -> awaitable<response> {
                seen.push_back(">b");
                co_return response{status::forbidden};
            };
            const response got = run({hook{&seen, "a"}, refuse, hook{&seen, "c"}}, waits, handler);
            CHECK(got.status() == status::forbidden);
            CHECK(seen == trace{">a", ">b", "<a 403"});
        }
    }
}

TEST_CASE("middleware sees what a failed handler became")
{
    captured_log log;
    for (const bool waits : {false, true}) {
        CAPTURE(waits);
        trace seen;
        run({hook{&seen, "a"}, around(seen, "b")}, waits,
            [](request&) -> response { throw problem{status::conflict}; });
        run({hook{&seen, "a"}, around(seen, "b")}, waits,
            [](request&) -> response { throw std::runtime_error{"oops"}; });
        CHECK(
            seen == trace{
                        ">a", ">b", "<b 409", "<a 409", //
                        ">a", ">b", "<b 500", "<a 500"});
    }
    CHECK(log.count("oops") == 2);
}

TEST_CASE("a middleware may change the answer")
{
    struct mark
    {
        void after(const request&, response& answer) const { answer.header("X-Mark", "seen"); }
    };
    const auto teapot = [](request& req, next rest) -> awaitable<response> {
        response answer = co_await rest(req);
        answer.status(status::accepted);
        co_return answer;
    };
    const response got = run({mark{}, teapot}, false, [](request&) { return response{"tea"}; });
    CHECK(got.status() == status::accepted);
    CHECK(got.headers().get("x-mark") == "seen");
    CHECK(got.body().view() == "tea");
}

TEST_CASE("a middleware that fails is answered for like a handler")
{
    captured_log log;
    trace seen;
    const auto handler = [](request&) { return response{}; };
    SUBCASE("before")
    {
        struct thrower
        {
            std::optional<response> before(request&) const { throw problem{status::forbidden}; }
            void after(const request&, response&) const {}
        };
        for (const bool waits : {false, true}) {
            seen.clear();
            const response got =
                run({hook{&seen, "a"}, thrower{}, hook{&seen, "c"}}, waits, handler);
            CHECK(got.status() == status::forbidden);
            CHECK(seen == trace{">a", "<a 403"});
        }
    }
    SUBCASE("after")
    {
        struct thrower
        {
            void after(const request&, response&) const { throw std::runtime_error{"oops"}; }
        };
        for (const bool waits : {false, true}) {
            seen.clear();
            const response got =
                run({hook{&seen, "a"}, thrower{}, hook{&seen, "c"}}, waits, handler);
            CHECK(got.status() == status::internal_server_error);
            CHECK(seen == trace{">a", ">c", "<c 200", "<a 500"});
        }
    }
    SUBCASE("a coroutine before next")
    {
        const auto thrower = [](request&, next) -> awaitable<response> {
            throw std::runtime_error{"oops"};
            co_return response{};
        };
        const response got = run({hook{&seen, "a"}, around(seen, "b"), thrower}, false, handler);
        CHECK(got.status() == status::internal_server_error);
        CHECK(seen == trace{">a", ">b", "<b 500", "<a 500"});
    }
    SUBCASE("a coroutine after next")
    {
        const auto thrower = [](request& req, next rest) -> awaitable<response> {
            const response answer = co_await rest(req);
            throw problem{status::bad_gateway};
            co_return answer;
        };
        const response got = run({hook{&seen, "a"}, thrower, hook{&seen, "c"}}, true, handler);
        CHECK(got.status() == status::bad_gateway);
        CHECK(seen == trace{">a", ">c", "<c 200", "<a 502"});
    }
}

TEST_CASE("calling next twice is the server's fault, whatever the first call gave")
{
    captured_log log;
    trace seen;
    int handled = 0;
    const auto handler = [&](request&) {
        ++handled;
        return response{};
    };
    const auto twice = [](request& req, next rest) -> awaitable<response> {
        const response first = co_await rest(req);
        response second = co_await rest(req);
        co_return second;
    };
    for (const bool waits : {false, true}) {
        CAPTURE(waits);
        handled = 0;
        const response got = run({hook{&seen, "a"}, twice}, waits, handler);
        CHECK(got.status() == status::internal_server_error);
        CHECK(handled == 1);
        handled = 0;
        const response inner = run({around(seen, "a"), twice, hook{&seen, "b"}}, waits, handler);
        CHECK(inner.status() == status::internal_server_error);
        CHECK(handled == 1);
    }
    CHECK(log.count("next twice") == 4);
}

TEST_CASE("a chain with coroutines is not immediate; one with hooks is")
{
    trace seen;
    simple_service service;
    detail::endpoint& plain = service.on("/", [](request&) { return response{}; });
    CHECK(plain.immediate());
    plain.set_chain({hook{&seen, "a"}});
    CHECK(plain.immediate());
    plain.set_chain({hook{&seen, "a"}, around(seen, "b")});
    CHECK_FALSE(plain.immediate());
    plain.set_chain({});
    CHECK(plain.immediate());
    detail::endpoint& waiting =
        service.on_waiting("/waits", [](request&) -> awaitable<response> { co_return response{}; });
    CHECK_FALSE(waiting.immediate());
    waiting.set_chain({hook{&seen, "a"}});
    CHECK_FALSE(waiting.immediate());
    CHECK_THROWS_AS(
        plain.set_chain(middleware_chain(251, any_middleware{hook{&seen, "a"}})),
        std::length_error);
}

TEST_CASE("long chains keep their order")
{
    trace seen;
    trace expected;
    middleware_chain chain;
    for (int i = 0; i < 250; ++i) {
        const std::string name = std::to_string(i);
        expected.push_back('>' + name);
        if (i % 3 == 0)
            chain.push_back(around(seen, name));
        else
            chain.push_back(hook{&seen, name});
    }
    for (int i = 249; i >= 0; --i)
        expected.push_back('<' + std::to_string(i) + " 200");
    run(chain, true, [](request&) { return response{}; });
    CHECK(seen == expected);
}

TEST_CASE("a middleware is one of two forms, and a half is enough")
{
    struct only_before
    {
        std::optional<response> before(request&) const { return std::nullopt; }
    };
    struct only_after
    {
        void after(const request&, response&) const {}
    };
    struct changes_itself
    {
        std::optional<response> before(request&) { return std::nullopt; }
    };
    CHECK(has_before<only_before>);
    CHECK_FALSE(has_after<only_before>);
    CHECK(has_after<only_after>);
    CHECK_FALSE(has_before<only_after>);
    CHECK_FALSE(has_before<changes_itself>); // it is called from several threads
    trace seen;
    const auto lambda = around(seen, "a");
    CHECK(is_around<decltype(lambda)>);
    CHECK_FALSE(is_around<only_after>);
    const response got =
        run({only_before{}, only_after{}}, false, [](request&) { return response{"fine"}; });
    CHECK(got.body().view() == "fine");
}

TEST_CASE("one middleware object serves all routes it is used on")
{
    struct counter
    {
        std::shared_ptr<int> calls = std::make_shared<int>(0);
        void after(const request&, response&) const { ++*calls; }
    };
    const counter shared;
    const any_middleware held{shared};
    const any_middleware copy = held;
    CHECK(&copy.get() == &held.get());
    run({held}, false, [](request&) { return response{}; });
    run({copy}, true, [](request&) { return response{}; });
    CHECK(*shared.calls == 2);
}
