// SPDX-License-Identifier: BSL-1.0
// Deadlines of a connection, with the clock moved by hand.
#include "server/connection.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::counted;
using frevo::testing::gate;
using frevo::testing::reply;

// patient_limits(): head 1 h, body 2 h, handler 3 h, write 4 h, keep-alive 5 h.

TEST_CASE("a connection that stays silent is closed without a word")
{
    simple_service service;
    test_worker worker{service};
    const auto pipe = worker.connect();
    worker.run();
    worker.advance(59min);
    CHECK_FALSE(pipe->closed());
    worker.advance(2min);
    CHECK(pipe->closed());
    CHECK(pipe->received().empty());
    CHECK(worker.empty());
}

TEST_CASE("a head that is not complete in time is answered with 408, however it trickles")
{
    simple_service service;
    test_worker worker{service};
    const auto pipe = worker.connect("GET");
    worker.run();
    for (int minutes = 0; minutes < 50; minutes += 10) {
        worker.advance(10min);
        pipe->send("x");
        worker.run();
        CHECK(pipe->received().empty());
    }
    worker.advance(11min);
    const reply got = take_reply(*pipe);
    CHECK(got.status() == status::request_timeout);
    CHECK(got.header("connection") == "close");
    CHECK(got.header("content-type") == "application/problem+json");
    CHECK(pipe->ended());
    pipe->end_sending();
    worker.run();
    CHECK(worker.empty());
}

TEST_CASE("the time of a later head counts from its own first byte")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/"));
    worker.run();
    take_reply(*pipe);
    worker.advance(4h);
    pipe->send("GET / HTTP/1.1\r\n");
    worker.run();
    worker.advance(59min);
    CHECK(pipe->received().empty());
    SUBCASE("in time")
    {
        pipe->send("Host: a\r\n\r\n");
        worker.run();
        CHECK(take_reply(*pipe).text() == "hello");
        CHECK_FALSE(pipe->ended());
    }
    SUBCASE("too late")
    {
        worker.advance(2min);
        CHECK(take_reply(*pipe).status() == status::request_timeout);
        CHECK(pipe->ended());
    }
}

TEST_CASE("an idle connection is closed after the keep-alive time, counted from the last answer")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/"));
    worker.run();
    worker.advance(4h + 50min);
    pipe->send(get("/"));
    worker.run();
    CHECK(take_replies(*pipe).size() == 2);
    worker.advance(4h + 50min);
    CHECK_FALSE(pipe->closed());
    worker.advance(20min);
    CHECK(pipe->closed());
    CHECK(pipe->received().empty());
    CHECK(worker.empty());
}

TEST_CASE("an empty line behind a request begins no head")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/") + "\r\n");
    worker.run();
    CHECK(take_replies(*pipe).size() == 1);
    SUBCASE("the keep-alive time counts, not that of a head")
    {
        worker.advance(4h + 50min);
        CHECK_FALSE(pipe->closed());
        const std::string next = get("/");
        pipe->send(next.substr(0, 20));
        worker.run();
        worker.advance(50min); // a head has an hour from its first byte
        CHECK_FALSE(pipe->ended());
        pipe->send(next.substr(20));
        worker.run();
        CHECK(take_replies(*pipe).size() == 1);
    }
    SUBCASE("also when it comes in two pieces")
    {
        pipe->send("\r");
        worker.run();
        worker.advance(2h);
        pipe->send("\n" + get("/"));
        worker.run();
        CHECK(take_replies(*pipe).size() == 1);
    }
    worker.advance(6h);
    CHECK(pipe->closed());
    CHECK(pipe->received().empty());
    CHECK(worker.empty());
}

TEST_CASE("a body that stalls is answered with 408; one that moves is waited for")
{
    simple_service service;
    service.on(
        "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
    limits bounds = patient_limits();
    bounds.handler_timeout = 100h;
    test_worker worker{service, bounds};
    const std::string request = post("/echo", "abcdef");
    const auto pipe = worker.connect(request.substr(0, request.size() - 5));
    worker.run();
    for (int i = 5; i > 1; --i) {
        worker.advance(119min);
        pipe->send(request.substr(request.size() - static_cast<std::size_t>(i), 1));
        worker.run();
        CHECK(pipe->received().empty());
    }
    SUBCASE("moves")
    {
        worker.advance(119min);
        pipe->send("f");
        worker.run();
        CHECK(take_reply(*pipe).text() == "abcdef");
        CHECK_FALSE(pipe->ended());
    }
    SUBCASE("stalls")
    {
        worker.advance(121min);
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::request_timeout);
        CHECK(got.header("connection") == "close");
        CHECK(pipe->ended());
        CHECK(worker.context().exchanges.in_use() == 0);
    }
}

TEST_CASE("the rest of an unwanted body that does not come ends the connection")
{
    simple_service service;
    service.on("/", [](request&) { return response{"early"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(without_end(post("/", "abcdef"), 3));
    worker.run();
    CHECK(take_reply(*pipe).text() == "early");
    CHECK_FALSE(pipe->ended());
    worker.advance(121min);
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("a handler past its deadline is cancelled, its client gets 503 and may go on")
{
    simple_service service;
    gate door;
    int alive = 0;
    service.on_waiting("/wait", [&](request&) -> awaitable<response> {
        const counted one{alive};
        co_await door.wait();
        co_return response{"waited"};
    });
    service.on("/", [](request&) { return response{"hello"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/wait") + get("/"));
    worker.run();
    worker.advance(179min);
    CHECK(alive == 1);
    CHECK(pipe->received().empty());
    worker.advance(2min);
    CHECK(alive == 0);
    const auto got = take_replies(*pipe);
    REQUIRE(got.size() == 2);
    CHECK(got[0].status() == status::service_unavailable);
    CHECK(got[0].header("connection").empty());
    CHECK(got[1].text() == "hello");
    CHECK_FALSE(pipe->ended());
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("a handler that finishes in time is not harmed by its deadline")
{
    simple_service service;
    gate door;
    int cancelled = 0;
    service.on_waiting("/wait", [&](request& req) -> awaitable<response> {
        co_await door.wait();
        cancelled += request_access::source(req)->cancelled() != frevo::cancel_reason::none ? 1 : 0;
        co_return response{"waited"};
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/wait"));
    worker.run();
    worker.advance(2h);
    door.open();
    worker.run();
    CHECK(take_reply(*pipe).text() == "waited");
    door.close();
    // The same exchange serves again, with a deadline of its own.
    pipe->send(get("/wait"));
    worker.run();
    worker.advance(2h);
    CHECK(pipe->received().empty());
    door.open();
    worker.run();
    CHECK(take_reply(*pipe).text() == "waited");
    CHECK(cancelled == 0);
}

TEST_CASE("a handler that ignores its cancellation is replaced at once and ends when it likes")
{
    simple_service service;
    gate door;
    int alive = 0;
    std::string seen;
    service.on_waiting("/stubborn", [&](request& req) -> awaitable<response> {
        const counted one{alive};
        bool told = false;
        try {
            co_await door.wait();
        } catch (const boost::system::system_error&) {
            told = true;
        }
        if (told) {
            co_await boost::asio::this_coro::reset_cancellation_state(
                boost::asio::disable_cancellation());
            co_await door.wait();
        }
        seen = req.path(); // what it may reach is still there
        co_return response{"too late"};
    });
    service.on("/", [](request&) { return response{"hello"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/stubborn") + get("/"));
    worker.run();
    worker.advance(3h + 1min);
    worker.advance(1s); // the time it has to stop
    auto got = take_replies(*pipe);
    REQUIRE(got.size() == 2);
    CHECK(got[0].status() == status::service_unavailable);
    CHECK(got[1].text() == "hello");
    CHECK(alive == 1);
    CHECK(worker.context().exchanges.in_use() == 1);
    pipe->send(get("/"));
    worker.run();
    CHECK(take_reply(*pipe).text() == "hello");

    SUBCASE("while its connection is there") {}
    SUBCASE("after its connection has gone")
    {
        pipe->reset();
        worker.run();
        CHECK(pipe->closed());
        CHECK(alive == 1);
    }
    door.open();
    worker.run();
    CHECK(alive == 0);
    CHECK(seen == "/stubborn");
    CHECK(worker.context().exchanges.in_use() == 0);
    CHECK(pipe->received().empty()); // nobody is answered twice
}

TEST_CASE("a handler that is replaced while its body is missing ends the connection")
{
    simple_service service;
    gate door;
    service.on_waiting("/stubborn", [&](request&) -> awaitable<response> {
        co_await boost::asio::this_coro::reset_cancellation_state(
            boost::asio::disable_cancellation());
        co_await door.wait();
        co_return response{"too late"};
    });
    limits bounds = patient_limits();
    bounds.body_timeout = 100h;
    test_worker worker{service, bounds};
    const auto pipe = worker.connect(without_end(post("/stubborn", "text"), 2));
    worker.run();
    worker.advance(3h + 1min);
    worker.advance(1s);
    const reply got = take_reply(*pipe);
    CHECK(got.status() == status::service_unavailable);
    CHECK(got.header("connection") == "close");
    CHECK(pipe->ended());
    CHECK(worker.context().exchanges.in_use() == 1);
    door.open();
    worker.run();
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("a client that does not read its answer is left when nothing moves any more")
{
    simple_service service;
    service.on("/large", [](request&) { return response{std::string(100'000, 'x')}; });
    test_worker worker{service};
    const auto pipe = worker.connect();
    pipe->capacity = 1000;
    pipe->send(get("/large"));
    worker.run();
    CHECK(pipe->received().size() == 1000);
    for (int i = 0; i < 3; ++i) { // it reads a little now and then
        worker.advance(239min);
        CHECK_FALSE(pipe->closed());
        pipe->received().clear();
        pipe->drained();
        worker.run();
        CHECK(pipe->received().size() == 1000);
    }
    worker.advance(241min);
    CHECK(pipe->closed());
    CHECK(worker.empty());
}
