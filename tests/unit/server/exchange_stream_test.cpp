// SPDX-License-Identifier: BSL-1.0
// Tests of streamed answers from the exchange's side: who may still write.
#include "server/connection.hpp"
#include "support/test_worker.hpp"

#include <boost/asio/this_coro.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;

TEST_CASE("an answer that comes as a stream after the deadline is a plain 503")
{
    simple_service service;
    bool called = false;
    service.on_waiting("/late", [&called](request&) -> awaitable<response> {
        try {
            co_await frevo::sleep_for(100h);
        } catch (const boost::system::system_error&) {}
        co_return frevo::stream("text/plain", [&called](body_writer& out) -> awaitable<void> {
            called = true;
            co_await out.write("x");
        });
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/late"));
    worker.run();
    worker.advance(3h + 1s);
    const auto got = take_reply(*pipe);
    CHECK(got.status() == status::service_unavailable);
    CHECK(got.text().find("took too long") != std::string::npos);
    CHECK_FALSE(called);
    CHECK_FALSE(pipe->closed());
}

TEST_CASE("a producer that goes on after its client has left cannot write")
{
    simple_service service;
    int refused = 0;
    service.on("/s", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            co_await out.write("x");
            try {
                co_await frevo::sleep_for(100h);
            } catch (const boost::system::system_error&) {}
            co_await boost::asio::this_coro::reset_cancellation_state(
                boost::asio::disable_cancellation());
            for (int i = 0; i < 3; ++i) {
                try {
                    co_await out.write("y");
                } catch (const boost::system::system_error&) {
                    ++refused;
                }
            }
        });
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s"));
    worker.run();
    pipe->reset();
    worker.run();
    CHECK(refused == 3);
    CHECK(worker.empty());
}
