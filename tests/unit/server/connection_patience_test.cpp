// SPDX-License-Identifier: BSL-1.0
// Tests that a connection which is slow but moves is not taken for an idle one.
#include "server/connection.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

/// A keep-alive time that is shorter than everything else.
limits restless()
{
    limits made = patient_limits();
    made.keep_alive_timeout = 2min;
    return made;
}

} // namespace

TEST_CASE("the keep-alive time does not run while an exchange is under way")
{
    gate door;
    simple_service service;
    const std::string content(20'000, 'x');
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/large", [&](request&) { return response{content}; });
    service.on("/streamed", [&](request&) {
        return frevo::stream(
            "text/plain", content.size(), [&](body_writer& out) -> awaitable<void> {
                for (std::size_t at = 0; at < content.size(); at += 1000)
                    co_await out.write(std::string_view{content}.substr(at, 1000));
            });
    });
    service.on(
        "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
    service.on_waiting("/wait", [&](request&) -> awaitable<response> {
        co_await door.wait();
        co_return response{"waited"};
    });
    test_worker worker{service, restless()};
    const auto pipe = std::make_shared<memory_pipe>();
    worker.open(pipe);
    pipe->send(get("/"));
    worker.run();
    CHECK(take_reply(*pipe).text() == "hello");

    const auto read_slowly = [&](const char* path) {
        pipe->capacity = 1000;
        pipe->send(get(path));
        worker.run();
        std::string seen;
        for (int i = 0; i < 40 && !seen.ends_with(content); ++i) {
            worker.advance(1min);
            seen += std::exchange(pipe->received(), {});
            pipe->drained();
            worker.run();
        }
        pipe->capacity = 1'000'000;
        CHECK(reply::take(seen, false, false).value().text() == content);
        CHECK(seen.empty());
        pipe->send(get("/"));
        worker.run();
        CHECK(take_reply(*pipe).text() == "hello");
    };
    SUBCASE("a slow download")
    {
        read_slowly("/large");
    }
    SUBCASE("a slow download of what is made meanwhile")
    {
        read_slowly("/streamed");
    }
    SUBCASE("a slow upload")
    {
        const std::string request = post("/echo", std::string(20, 'x'));
        pipe->send(request.substr(0, request.size() - 20));
        for (int i = 0; i < 20; ++i) {
            worker.run();
            worker.advance(1min);
            CHECK(pipe->received().empty());
            pipe->send("x");
        }
        worker.run();
        CHECK(take_reply(*pipe).text() == std::string(20, 'x'));
    }
    SUBCASE("a handler that takes long")
    {
        pipe->send(get("/wait"));
        worker.run();
        worker.advance(1h);
        door.open();
        worker.run();
        CHECK(take_reply(*pipe).text() == "waited");
    }
    CHECK_FALSE(pipe->ended());
    // Only now it is idle.
    worker.advance(1min);
    CHECK_FALSE(pipe->closed());
    worker.advance(2min);
    CHECK(pipe->closed());
}

TEST_CASE("draining lets an answer that is streamed come to its end, then ends the connection")
{
    gate door;
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/streamed", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            co_await out.write("begun ");
            co_await door.wait();
            co_await out.write("ended");
        });
    });
    test_worker worker{service};
    const auto silent = worker.connect();
    const auto idle = worker.connect(get("/"));
    const auto pipe = worker.connect(get("/streamed"));
    worker.run();
    CHECK(take_reply(*idle).text() == "hello");
    CHECK(pipe->received().find("begun ") != std::string::npos);
    worker.context().drain(0min);
    worker.run();
    worker.advance(1min);
    CHECK(silent->closed());
    CHECK(idle->closed());
    CHECK_FALSE(pipe->ended());
    door.open();
    worker.run();
    CHECK(take_reply(*pipe).text() == "begun ended");
    worker.advance(1min); // the grace of an idle connection is over at once
    CHECK(pipe->ended());
}
