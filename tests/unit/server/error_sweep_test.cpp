// SPDX-License-Identifier: BSL-1.0
// Whole conversations, with every read and write failing once.
#include "support/error_sweep.hpp"
#include "support/gate.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::counted;
using frevo::testing::gate;

namespace {

struct site : simple_service
{
    site()
    {
        on("/", [](request&) { return response{"hello"}; });
        on("/large", [](request&) { return response{std::string(20'000, 'x')}; });
        on(
            "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
        on_waiting("/wait", [this](request&) -> awaitable<response> {
            const counted one{alive};
            co_await door.wait();
            co_return response{"waited"};
        });
        on_waiting("/read", [this](request& req) -> awaitable<response> {
            const counted one{alive};
            const result<std::string_view> body = co_await req.read_body();
            co_await door.wait();
            if (!body)
                co_return response{body.error()};
            co_return response{std::string{*body}};
        });
    }

    gate door;
    int alive = 0;
};

void nothing_special(memory_pipe&) {}

/// Lets waiting handlers go on, whether or not there are any.
void open_door(site& service, test_worker& worker)
{
    service.door.open();
    worker.run();
    service.door.close();
}

} // namespace

TEST_CASE("plain requests, one after another")
{
    site service;
    const std::size_t runs =
        sweep_errors(service, 3, nothing_special, [](test_worker& worker, memory_pipe& pipe) {
            for (int i = 0; i < 3; ++i) {
                pipe.send(get("/"));
                worker.run();
            }
        });
    CHECK(runs == 7); // three reads, three writes and the end
}

TEST_CASE("pipelined requests in small pieces")
{
    site service;
    const auto small = [](memory_pipe& pipe) {
        pipe.read_size = 50;
        pipe.write_size = 70;
    };
    const std::size_t runs =
        sweep_errors(service, 20, small, [](test_worker& worker, memory_pipe& pipe) {
            std::string all;
            for (int i = 0; i < 20; ++i)
                all += i % 2 == 0 ? get("/") : post("/echo", "text " + std::to_string(i));
            pipe.send(all);
            worker.run();
        });
    CHECK(runs > 50);
}

TEST_CASE("bodies that come in pieces, of known length and in chunks, announced and not")
{
    site service;
    const std::size_t runs =
        sweep_errors(service, 6, nothing_special, [&](test_worker& worker, memory_pipe& pipe) {
            const auto trickle = [&](std::string_view bytes) {
                for (std::size_t at = 0; at < bytes.size(); at += 16) {
                    pipe.send(bytes.substr(at, 16));
                    worker.run();
                }
                open_door(service, worker);
            };
            trickle(post("/echo", "the first body"));
            trickle(post("/read", "the second body"));
            const std::string chunks = " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                       "5\r\nthird\r\n5\r\n body\r\n0\r\n\r\n";
            trickle("POST /read" + chunks);
            trickle("POST /echo" + chunks);
            pipe.send(without_end(post("/read", "the last", "Expect: 100-continue\r\n"), 8));
            worker.run();
            trickle("the last");
        });
    CHECK(runs > 30);
    CHECK(service.alive == 0);
}

TEST_CASE("handlers that wait, with requests behind them")
{
    site service;
    const std::size_t runs =
        sweep_errors(service, 5, nothing_special, [&](test_worker& worker, memory_pipe& pipe) {
            pipe.send(get("/") + get("/wait"));
            worker.run();
            pipe.send(get("/wait") + get("/"));
            worker.run();
            open_door(service, worker);
            open_door(service, worker);
            pipe.send(get("/wait"));
            worker.run();
            pipe.end_sending();
            worker.run();
            open_door(service, worker);
        });
    CHECK(runs > 5);
    CHECK(service.alive == 0);
}

TEST_CASE("handlers past their deadline")
{
    site service;
    const std::size_t runs =
        sweep_errors(service, 3, nothing_special, [&](test_worker& worker, memory_pipe& pipe) {
            pipe.send(get("/wait") + get("/"));
            worker.run();
            worker.advance(3h + 1min);
            pipe.send(get("/"));
            worker.run();
        });
    CHECK(runs > 3);
    CHECK(service.alive == 0);
}

TEST_CASE("large answers to a slow reader")
{
    site service;
    std::size_t taken = 0;
    const auto slow = [](memory_pipe& pipe) { pipe.capacity = 3000; };
    const std::size_t runs =
        sweep_errors(service, 3, slow, [&](test_worker& worker, memory_pipe& pipe) {
            pipe.send(get("/large") + get("/") + get("/large"));
            worker.run();
            // The sweep looks at what was received in the end, so it is not taken here: the window
            // grows instead.
            while (!pipe.closed() && pipe.capacity < 60'000) {
                pipe.capacity += 3000;
                pipe.drained();
                worker.run();
            }
            taken = pipe.received().size();
        });
    CHECK(taken > 40'000);
    CHECK(runs > 12);
}

TEST_CASE("answers that come before their body, and refusals")
{
    site service;
    const std::size_t runs =
        sweep_errors(service, 3, nothing_special, [](test_worker& worker, memory_pipe& pipe) {
            pipe.send(without_end(post("/", std::string(20'000, 'x')), 10'000));
            worker.run();
            pipe.send(std::string(10'000, 'x'));
            worker.run();
            pipe.send(get("/") + "BAD REQUEST\r\n\r\n" + get("/"));
            worker.run();
            pipe.send("more");
            worker.run();
        });
    CHECK(runs > 6);
}
