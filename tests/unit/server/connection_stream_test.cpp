// SPDX-License-Identifier: BSL-1.0
// Tests of streamed answers on a connection: framing, order, back-pressure, ends.
#include "server/connection.hpp"
#include "support/captured_log.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::captured_log;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

/// Content of three pieces, the last behind a gate.
response three_pieces(gate& door)
{
    return frevo::stream("text/plain", [&door](body_writer& out) -> awaitable<void> {
        co_await out.write("one ");
        const std::string_view nothing;
        co_await out.write(nothing);
        co_await out.write("two ");
        co_await door.wait();
        co_await out.write("three");
    });
}

std::string old_get(std::string_view target, std::string_view fields = {})
{
    return "GET " + std::string{target} + " HTTP/1.0\r\n" + std::string{fields} + "\r\n";
}

} // namespace

TEST_CASE("a streamed answer leaves piece by piece, in chunks, and the connection goes on")
{
    gate door;
    simple_service service;
    SUBCASE("from a plain handler")
    {
        service.on("/s", [&](request&) { return three_pieces(door); });
    }
    SUBCASE("from a coroutine")
    {
        service.on_waiting(
            "/s", [&](request&) -> awaitable<response> { co_return three_pieces(door); });
    }
    service.on("/", [](request&) { return response{"next"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s") + get("/"));
    worker.run();
    const std::string begun = pipe->received();
    CHECK(begun.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
    CHECK(begun.find("Content-Length") == std::string::npos);
    CHECK(begun.ends_with("\r\n\r\n4\r\none \r\n4\r\ntwo \r\n"));
    door.open();
    worker.run();
    const auto all = take_replies(*pipe);
    REQUIRE(all.size() == 2);
    CHECK(all[0].text() == "one two three");
    CHECK(all[1].text() == "next");
    CHECK_FALSE(pipe->closed());
}

TEST_CASE("HTTP/1.0 gets the content up to the end of the connection")
{
    gate door;
    door.open();
    simple_service service;
    service.on("/s", [&](request&) { return three_pieces(door); });
    test_worker worker{service};
    const auto pipe = worker.connect(old_get("/s", "Connection: keep-alive\r\n") + old_get("/s"));
    worker.run();
    CHECK(pipe->received().find("Transfer-Encoding") == std::string::npos);
    CHECK(pipe->received().find("Connection: close") != std::string::npos);
    CHECK(pipe->received().ends_with("\r\n\r\none two three"));
    CHECK(pipe->ended());
}

TEST_CASE("content of known size is announced")
{
    captured_log log;
    simple_service service;
    std::size_t written = 10;
    service.on("/s", [&](request&) {
        return frevo::stream("text/plain", 10, [&](body_writer& out) -> awaitable<void> {
            const std::string text(written / 2, 'x');
            co_await out.write(text);
            co_await out.write(text);
        });
    });
    service.on("/", [](request&) { return response{"next"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s") + get("/"));
    SUBCASE("all of it")
    {
        worker.run();
        const auto all = take_replies(*pipe);
        REQUIRE(all.size() == 2);
        CHECK(all[0].header("content-length") == "10");
        CHECK(all[0].text() == "xxxxxxxxxx");
        CHECK_FALSE(pipe->closed());
        CHECK(log.count("") == 0);
    }
    SUBCASE("less of it ends the connection")
    {
        written = 8;
        worker.run();
        CHECK(pipe->received().ends_with("\r\n\r\nxxxxxxxx"));
        CHECK(pipe->closed());
        CHECK(log.count("ended before its size") == 1);
    }
    SUBCASE("more of it is not sent")
    {
        written = 12;
        worker.run();
        CHECK(pipe->received().ends_with("\r\n\r\nxxxxxx"));
        CHECK(pipe->closed());
        CHECK(log.count("more content than its size says") == 1);
    }
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("HEAD and statuses without content call no producer")
{
    simple_service service;
    int calls = 0;
    const auto made = [&calls](status code, bool known) {
        auto producer = [&calls](body_writer& out) -> awaitable<void> {
            ++calls;
            co_await out.write("x");
        };
        return response{
            code, body::produced(std::move(producer), known ? std::optional{1u} : std::nullopt)};
    };
    service.on("/known", [&](request&) { return made(status::ok, true); });
    service.on("/unknown", [&](request&) { return made(status::ok, false); });
    service.on("/none", [&](request&) { return made(status::no_content, false); });
    service.on("/same", [&](request&) { return made(status::not_modified, false); });
    test_worker worker{service};
    const auto pipe = worker.connect("HEAD" + get("/known").substr(3));
    worker.run();
    CHECK(take_reply(*pipe, true).header("content-length") == "1");
    pipe->send("HEAD" + get("/unknown").substr(3));
    worker.run();
    const reply unknown = take_reply(*pipe, true);
    CHECK(unknown.header("content-length").empty());
    CHECK(unknown.status() == status::ok);
    for (const char* path : {"/none", "/same"}) {
        pipe->send(get(path));
        worker.run();
        CHECK(take_reply(*pipe).text().empty());
    }
    CHECK(calls == 0);
    CHECK(pipe->received().empty());
    CHECK_FALSE(pipe->closed());
}

TEST_CASE("a producer waits for a slow reader, and memory stays bounded")
{
    simple_service service;
    std::size_t written = 0;
    service.on("/s", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            const std::string piece(10'000, 'x');
            for (int i = 0; i < 1000; ++i) {
                co_await out.write(piece);
                written += piece.size();
            }
        });
    });
    test_worker worker{service};
    const auto pipe = std::make_shared<memory_pipe>();
    pipe->capacity = 50'000;
    worker.open(pipe);
    pipe->send(get("/s"));
    worker.run();
    CHECK(written < 50'000 + 2 * connection::max_output);
    std::size_t seen = 0;
    for (int turn = 0; turn < 10'000 && !pipe->received().ends_with("\r\n0\r\n\r\n"); ++turn) {
        seen += pipe->received().size();
        pipe->received().clear();
        pipe->drained();
        worker.run();
        CHECK(written < seen + 50'000 + 2 * connection::max_output);
    }
    CHECK(written == 10'000'000);
    CHECK(seen + pipe->received().size() > 10'000'000);
}

TEST_CASE("a client that leaves ends the producer")
{
    captured_log log;
    simple_service service;
    bool ended = false;
    gate door;
    service.on("/waits", [&](request&) { return three_pieces(door); });
    service.on("/writes", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            const std::string piece(10'000, 'x');
            try {
                for (;;)
                    co_await out.write(piece);
            } catch (const boost::system::system_error& gone) {
                ended = gone.code() == boost::asio::error::operation_aborted;
                throw;
            }
        });
    });
    test_worker worker{service};
    const auto pipe = std::make_shared<memory_pipe>();
    pipe->capacity = 20'000;
    worker.open(pipe);
    SUBCASE("that waits for something else")
    {
        pipe->send(get("/waits"));
        worker.run();
        CHECK(door.waiting() == 1);
        pipe->reset();
        worker.run();
        worker.advance(1s);
        CHECK(door.waiting() == 0);
    }
    SUBCASE("that waits for room")
    {
        pipe->send(get("/writes"));
        worker.run();
        pipe->reset();
        worker.run();
        worker.advance(5h); // reads nothing, so only the write timeout or the next write tells
        CHECK(ended);
    }
    SUBCASE("after the grace for a half-closed one")
    {
        pipe->send(get("/waits"));
        pipe->end_sending();
        worker.run();
        CHECK(door.waiting() == 1);
        worker.advance(7h);
        CHECK(door.waiting() == 0);
    }
    CHECK(pipe->closed());
    CHECK(worker.empty());
    CHECK(log.count("") == 0);
}

TEST_CASE("content that cannot be made to its end is broken off, and the log says why")
{
    captured_log log;
    simple_service service;
    service.on("/s", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            co_await out.write("half");
            throw std::runtime_error{"no more paper"};
        });
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s") + get("/s"));
    SUBCASE("while the client waits") {}
    SUBCASE("with more to read from the client")
    {
        for (int i = 0; i < 2000; ++i)
            pipe->send(get("/s"));
    }
    SUBCASE("with the client's end to be read")
    {
        pipe->end_sending();
    }
    worker.run();
    worker.advance(1h); // nothing is waited for any more
    CHECK(pipe->received().ends_with("4\r\nhalf\r\n"));
    CHECK(pipe->received().find("0\r\n\r\n") == std::string::npos);
    CHECK(pipe->closed());
    CHECK(log.count("no more paper") == 1);
    CHECK(worker.empty());
}

TEST_CASE("trailers stand behind the last chunk; those that frame are refused")
{
    captured_log log;
    simple_service service;
    std::string name = "X-Sum";
    service.on("/s", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            co_await out.write("a");
            out.trailer(name, "1").trailer("X-Two", "2");
        });
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s"));
    SUBCASE("in order")
    {
        worker.run();
        CHECK(pipe->received().ends_with("1\r\na\r\n0\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n"));
        CHECK_FALSE(pipe->closed());
    }
    SUBCASE("not to HTTP/1.0")
    {
        pipe->reset();
        const auto old = worker.connect(old_get("/s"));
        worker.run();
        CHECK(old->received().ends_with("\r\n\r\na"));
    }
    SUBCASE("framing")
    {
        name = "content-Length";
        worker.run();
        CHECK(pipe->closed());
        CHECK(log.count("cannot be a trailer") == 1);
    }
    SUBCASE("splitting")
    {
        name = "X: y\r\nInjected";
        worker.run();
        CHECK(pipe->received().find("Injected") == std::string::npos);
        CHECK(pipe->closed());
    }
}

TEST_CASE("the handler's deadline does not count while the answer is streamed")
{
    gate door;
    simple_service service;
    service.on("/s", [&](request&) { return three_pieces(door); });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/s"));
    worker.run();
    worker.advance(10h);
    door.open();
    worker.run();
    CHECK(take_reply(*pipe).text() == "one two three");
}

TEST_CASE("a client that takes less than the least speed is left")
{
    limits bounds = patient_limits();
    bounds.send_rate = 1000;
    bounds.rate_grace = 5s;
    simple_service service;
    service.on("/", [](request&) { return response{std::string(1'000'000, 'x')}; });
    test_worker worker{service, bounds};
    const auto pipe = std::make_shared<memory_pipe>();
    pipe->capacity = 10'000;
    worker.open(pipe);
    pipe->send(get("/"));
    worker.run();
    const auto read = [&](std::size_t bytes) {
        pipe->received().erase(0, bytes);
        pipe->drained();
        worker.run();
    };
    SUBCASE("too slow")
    {
        for (int second = 0; second < 4; ++second) {
            read(100);
            worker.advance(1s);
        }
        CHECK_FALSE(pipe->closed());
        for (int second = 0; second < 4; ++second) {
            read(100);
            worker.advance(1s);
        }
        CHECK(pipe->closed());
    }
    SUBCASE("fast enough")
    {
        for (int second = 0; second < 20; ++second) {
            read(1100);
            worker.advance(1s);
        }
        CHECK_FALSE(pipe->closed());
    }
}
