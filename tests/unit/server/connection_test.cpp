// SPDX-License-Identifier: BSL-1.0
#include "server/connection.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::counted;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

using texts = std::vector<std::string>;

/// A service with what most tests here need.
struct site : simple_service
{
    site()
    {
        on("/", [this](request&) {
            ++served;
            return response{"hello"};
        });
        for (int i = 0; i < 100; ++i) {
            on("/" + std::to_string(i), [this, i](request&) {
                ++served;
                return response{std::to_string(i)};
            });
        }
        on_waiting("/wait", [this](request&) -> awaitable<response> {
            const counted one{alive};
            co_await door.wait();
            ++served;
            co_return response{"waited"};
        });
        on(
            "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
    }

    gate door;
    int alive = 0;
    int served = 0;
};

texts texts_of(const std::vector<reply>& replies)
{
    texts all;
    for (const reply& each : replies)
        all.push_back(each.text());
    return all;
}

} // namespace

TEST_CASE("a connection serves one request after another")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect();
    worker.run();
    CHECK(worker.context().connection_count() == 1);
    for (int i = 0; i < 3; ++i) {
        pipe->send(get("/"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::ok);
        CHECK(got.text() == "hello");
        CHECK(got.header("connection").empty());
        CHECK(got.header("content-length") == "5");
        CHECK_FALSE(got.header("date").empty());
        CHECK(pipe->received().empty());
    }
    CHECK_FALSE(pipe->ended());
    CHECK(worker.context().exchanges.in_use() == 0);
    pipe->end_sending();
    worker.run();
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("an HTTP/1.0 client is answered and left, unless it asks to stay")
{
    site service;
    test_worker worker{service};
    SUBCASE("left")
    {
        const auto pipe = worker.connect("GET / HTTP/1.0\r\n\r\n");
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "hello");
        CHECK(got.header("connection") == "close");
        CHECK(pipe->ended());
    }
    SUBCASE("stays")
    {
        const auto pipe = worker.connect("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        worker.run();
        CHECK(take_reply(*pipe).header("connection") == "keep-alive");
        CHECK_FALSE(pipe->ended());
        pipe->send("GET /7 HTTP/1.0\r\n\r\n");
        worker.run();
        CHECK(take_reply(*pipe).text() == "7");
        CHECK(pipe->ended());
    }
}

TEST_CASE("a client that asks for the end gets it with the answer")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/", "Connection: close\r\n") + get("/1"));
    worker.run();
    const reply got = take_reply(*pipe);
    CHECK(got.text() == "hello");
    CHECK(got.header("connection") == "close");
    CHECK(pipe->received().empty()); // what follows "close" is no request
    CHECK(service.served == 1);
    // The sending ends at once, the socket when the client has read everything.
    CHECK(pipe->ended());
    CHECK_FALSE(pipe->closed());
    pipe->end_sending();
    worker.run();
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("a handler may end the connection with its answer")
{
    site service;
    service.on("/bye", [](request&) {
        response last{"bye"};
        last.close();
        return last;
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/bye") + get("/1"));
    worker.run();
    CHECK(take_reply(*pipe).header("connection") == "close");
    CHECK(pipe->received().empty());
    CHECK(pipe->ended());
}

TEST_CASE("a client that does not close after the last answer is left after a while")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/", "Connection: close\r\n"));
    worker.run();
    CHECK_FALSE(pipe->closed());
    pipe->send("more and more");
    worker.run();
    CHECK_FALSE(pipe->closed());
    worker.advance(3s);
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("a hundred pipelined requests are answered in order with few writes")
{
    site service;
    test_worker worker{service};
    std::string all;
    texts expected;
    for (int i = 0; i < 100; ++i) {
        all += get("/" + std::to_string(i));
        expected.push_back(std::to_string(i));
    }
    const auto pipe = worker.connect(all);
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == expected);
    CHECK(pipe->writes <= 3);
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("fast answers wait for the slow one in front of them")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/1") + get("/wait") + get("/2") + get("/3"));
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == texts{"1"});
    CHECK(service.door.waiting() == 1);
    service.door.open();
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == texts{"waited", "2", "3"});
    CHECK(service.alive == 0);
}

TEST_CASE("a handler that waits holds up nobody but its own connection")
{
    site service;
    test_worker worker{service};
    std::vector<std::shared_ptr<memory_pipe>> waiting;
    for (int i = 0; i < 1000; ++i)
        waiting.push_back(worker.connect(get("/wait")));
    worker.run();
    CHECK(service.door.waiting() == 1000);
    const auto pipe = worker.connect(get("/5"));
    worker.run();
    CHECK(take_reply(*pipe).text() == "5");
    service.door.open();
    worker.run();
    for (const auto& each : waiting)
        CHECK(take_reply(*each).text() == "waited");
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("a client that has ended its sending gets all its answers")
{
    site service;
    service.on_waiting("/unread", [&](request&) -> awaitable<response> {
        co_await service.door.wait();
        co_return response{"not read"};
    });
    service.on_waiting("/late", [&](request& req) -> awaitable<response> {
        co_await service.door.wait();
        const result<std::string_view> body = co_await req.read_body();
        if (!body)
            co_return response{body.error()};
        co_return response{std::string{*body}};
    });
    test_worker worker{service};
    const auto pipe = worker.connect();
    SUBCASE("of plain handlers")
    {
        pipe->send(get("/1") + get("/2"));
        pipe->end_sending();
        worker.run();
        CHECK(texts_of(take_replies(*pipe)) == texts{"1", "2"});
    }
    SUBCASE("of handlers that wait")
    {
        pipe->send(get("/wait") + get("/2"));
        pipe->end_sending();
        worker.run();
        CHECK(pipe->received().empty());
        CHECK_FALSE(pipe->ended());
        service.door.open();
        worker.run();
        CHECK(texts_of(take_replies(*pipe)) == texts{"waited", "2"});
    }
    SUBCASE("of a handler that waits and takes no notice of a body that is there")
    {
        pipe->send(post("/unread", "some text") + get("/2"));
        pipe->end_sending();
        worker.run();
        CHECK_FALSE(pipe->ended());
        service.door.open();
        worker.run();
        CHECK(texts_of(take_replies(*pipe)) == texts{"not read", "2"});
    }
    SUBCASE("of a handler that reads its body later")
    {
        pipe->send(post("/late", "some text") + get("/2"));
        pipe->end_sending();
        worker.run();
        service.door.open();
        worker.run();
        CHECK(texts_of(take_replies(*pipe)) == texts{"some text", "2"});
    }
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("a body that the client did not complete before its end is no request")
{
    site service;
    service.on_waiting("/late", [&](request& req) -> awaitable<response> {
        const counted one{service.alive};
        co_await service.door.wait();
        const result<std::string_view> body = co_await req.read_body();
        co_return response{body ? "complete" : "incomplete"};
    });
    test_worker worker{service};
    std::string cut;
    SUBCASE("while the handler waits for it")
    {
        cut = post("/echo", "some text");
        service.door.open();
    }
    SUBCASE("before the handler asks for it")
    {
        cut = post("/late", "some text");
    }
    const auto pipe = worker.connect(without_end(cut, 1));
    worker.run();
    pipe->end_sending();
    worker.run();
    service.door.open();
    worker.run();
    CHECK(pipe->received().empty());
    CHECK(pipe->closed());
    CHECK(service.alive == 0);
    CHECK(worker.empty());
}

TEST_CASE("a client that ends in the middle of a head is left")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/1") + "GET / HT");
    pipe->end_sending();
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == texts{"1"});
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("what a client that ended its sending waits for is cancelled after the grace")
{
    site service;
    limits bounds = patient_limits();
    SUBCASE("later")
    {
        test_worker worker{service, bounds};
        const auto pipe = worker.connect(get("/wait"));
        worker.run();
        pipe->end_sending();
        worker.run();
        worker.advance(bounds.half_close_grace - 1h); // the handler's own limit is shorter
        CHECK(take_reply(*pipe).status() == status::service_unavailable);
    }
    SUBCASE("after the grace")
    {
        bounds.half_close_grace = 1h;
        test_worker worker{service, bounds};
        const auto pipe = worker.connect(get("/wait"));
        worker.run();
        pipe->end_sending();
        worker.run();
        worker.advance(59min);
        CHECK(service.alive == 1);
        CHECK_FALSE(pipe->closed());
        worker.advance(2min);
        CHECK(service.alive == 0);
        CHECK(pipe->received().empty());
        CHECK(pipe->closed());
        CHECK(worker.empty());
    }
    SUBCASE("at once with a grace of zero")
    {
        bounds.half_close_grace = 0h;
        test_worker worker{service, bounds};
        const auto pipe = worker.connect(get("/wait"));
        worker.run();
        pipe->end_sending();
        worker.run();
        CHECK(service.alive == 0);
        CHECK(pipe->closed());
        CHECK(worker.empty());
    }
    CHECK(service.served == 0);
}

TEST_CASE("a reset cancels the handler and destroys what it holds")
{
    site service;
    test_worker worker{service};
    std::string bytes = get("/wait");
    SUBCASE("alone") {}
    SUBCASE("with another request behind it")
    {
        bytes += get("/1");
    }
    SUBCASE("with more requests behind it than are read ahead")
    {
        for (int i = 0; i < 2000; ++i)
            bytes += get("/1");
    }
    const auto pipe = worker.connect(bytes);
    worker.run();
    CHECK(service.alive == 1);
    pipe->reset();
    worker.run();
    worker.advance(1s); // a client that is not read is looked at now and then
    CHECK(service.alive == 0);
    CHECK(service.served == 0);
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("a client that has sent more than is read may wait as long as it likes")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/wait"));
    for (int i = 0; i < 2000; ++i)
        pipe->send(get("/1"));
    worker.run();
    for (int i = 0; i < 10; ++i)
        worker.advance(10min);
    CHECK(service.alive == 1);
    CHECK(pipe->received().empty());
    service.door.open();
    worker.run();
    CHECK(take_replies(*pipe).size() == 2001);
    CHECK_FALSE(pipe->ended());
}

TEST_CASE("draining ends idle connections after the grace")
{
    site service;
    test_worker worker{service};
    const auto used = worker.connect(get("/"));
    const auto silent = worker.connect();
    worker.run();
    take_reply(*used);
    worker.context().drain(5min);
    worker.run();
    CHECK_FALSE(used->closed());
    worker.advance(4min);
    CHECK_FALSE(used->closed());
    CHECK_FALSE(silent->closed());
    worker.advance(2min);
    CHECK(used->closed());
    CHECK(silent->closed());
    CHECK(worker.empty());
}

TEST_CASE("draining answers what was received or comes within the grace, and says that it ends")
{
    site service;
    test_worker worker{service};
    SUBCASE("a handler that waits")
    {
        const auto pipe = worker.connect(get("/wait"));
        worker.run();
        worker.context().drain(5min);
        worker.run();
        CHECK_FALSE(pipe->ended());
        worker.advance(1h); // the grace is for idle connections
        service.door.open();
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "waited");
        CHECK(got.header("connection") == "close");
        CHECK(pipe->ended());
    }
    SUBCASE("requests behind it")
    {
        const auto pipe = worker.connect(get("/wait") + get("/1") + get("/2"));
        worker.run();
        worker.context().drain(5min);
        service.door.open();
        worker.run();
        const auto got = take_replies(*pipe);
        CHECK(texts_of(got) == texts{"waited", "1", "2"});
        CHECK(got.back().header("connection") == "close");
        CHECK(pipe->ended());
    }
    SUBCASE("a request that comes within the grace")
    {
        const auto pipe = worker.connect(get("/1"));
        worker.run();
        take_reply(*pipe);
        worker.context().drain(5min);
        worker.run();
        pipe->send(get("/2"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "2");
        CHECK(got.header("connection") == "close");
        CHECK(pipe->ended());
    }
    SUBCASE("a request of a new connection")
    {
        worker.context().drain(5min);
        const auto pipe = worker.connect(get("/2"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "2");
        CHECK(got.header("connection") == "close");
    }
}

TEST_CASE("aborting a worker cancels every handler and closes every connection")
{
    site service;
    test_worker worker{service};
    std::vector<std::shared_ptr<memory_pipe>> pipes;
    for (int i = 0; i < 10; ++i)
        pipes.push_back(worker.connect(get("/wait") + get("/1")));
    pipes.push_back(worker.connect());
    pipes.push_back(worker.connect("GET / H"));
    pipes.push_back(worker.connect(without_end(post("/echo", "text"), 2)));
    worker.run();
    CHECK(service.alive == 10);
    worker.context().abort_all();
    CHECK(worker.context().connection_count() == 0);
    worker.run();
    CHECK(service.alive == 0);
    CHECK(worker.empty());
    for (const auto& each : pipes) {
        CHECK(each->closed());
        CHECK(each->received().empty());
    }
}

TEST_CASE("a worker may end while handlers wait")
{
    site service;
    {
        test_worker worker{service};
        const auto first = worker.connect(get("/wait"));
        const auto second = worker.connect(without_end(post("/echo", "text"), 2));
        worker.run();
        CHECK(service.alive == 1);
    }
    CHECK(service.alive == 0);
}
