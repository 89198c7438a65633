// SPDX-License-Identifier: BSL-1.0
// How a connection writes: bodies of all kinds, slow readers, and few system calls.
#include "server/connection.hpp"
#include "support/captured_log.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

/// Reads what is there and tells the server so, until nothing more comes.
std::string read_all(test_worker& worker, memory_pipe& pipe)
{
    std::string all;
    worker.run();
    while (!pipe.received().empty()) {
        all += pipe.received();
        pipe.received().clear();
        pipe.drained();
        worker.run();
    }
    return all;
}

std::vector<reply> split(std::string bytes)
{
    std::vector<reply> all;
    while (auto next = reply::take(bytes, false, false))
        all.push_back(*std::move(next));
    CHECK(bytes.empty());
    return all;
}

} // namespace

TEST_CASE("bodies of every kind and size arrive unharmed, also at slow readers")
{
    simple_service service;
    for (const std::size_t size : {0u, 1u, 4095u, 4096u, 70'000u, 1'000'000u}) {
        const std::string text(size, static_cast<char>('a' + size % 26));
        const auto shared = std::make_shared<const std::string>(text);
        service.on("/owned", [&](request&) { return response{text}; });
        service.on("/shared", [&](request&) { return response{status::ok, body{shared}}; });
        service.on("/static", [&](request&) { return response{status::ok, body::literal(text)}; });
        for (const std::size_t write_size : {1'000'000'000u, 3000u}) {
            for (const std::size_t capacity : {1'000'000'000u, 500u}) {
                CAPTURE(size);
                CAPTURE(write_size);
                CAPTURE(capacity);
                test_worker worker{service};
                const auto pipe = worker.connect();
                pipe->write_size = write_size;
                pipe->capacity = capacity;
                pipe->send(get("/owned") + get("/shared") + get("/static") + get("/owned"));
                const auto got = split(read_all(worker, *pipe));
                REQUIRE(got.size() == 4);
                for (const reply& each : got)
                    CHECK((each.text() == text));
            }
        }
        CHECK(shared.use_count() == 1); // nobody holds it once it is sent
    }
}

TEST_CASE("a shared body is held until its last byte is sent")
{
    simple_service service;
    auto shared = std::make_shared<const std::string>(10'000, 'x');
    std::weak_ptr<const std::string> watched = shared;
    service.on("/", [&](request&) {
        return response{status::ok, body{std::exchange(shared, nullptr)}};
    });
    test_worker worker{service};
    const auto pipe = worker.connect();
    pipe->capacity = 1000;
    pipe->send(get("/"));
    worker.run();
    CHECK_FALSE(watched.expired());
    SUBCASE("and then let go")
    {
        CHECK(split(read_all(worker, *pipe)).front().text() == std::string(10'000, 'x'));
    }
    SUBCASE("or until the client has gone")
    {
        pipe->reset();
        worker.run();
    }
    CHECK(watched.expired());
}

TEST_CASE("a client that does not read is not read either")
{
    simple_service service;
    int called = 0;
    service.on("/", [&](request&) {
        ++called;
        return response{std::string(10'000, 'x')};
    });
    test_worker worker{service};
    const auto pipe = worker.connect();
    pipe->capacity = 1000;
    for (int i = 0; i < 1000; ++i)
        pipe->send(get("/"));
    worker.run();
    // One flush is full at 64 KiB, and nothing more is begun before it has gone.
    CHECK(called >= 1);
    CHECK(called <= 7);
    CHECK(worker.context().exchanges.in_use() <= 1);
    CHECK(split(read_all(worker, *pipe)).size() == 1000);
    CHECK(called == 1000);
}

TEST_CASE("answers are written in large pieces")
{
    simple_service service;
    service.on("/", [](request&) { return response{std::string(1000, 'x')}; });
    test_worker worker{service};
    std::string all;
    for (int i = 0; i < 1000; ++i)
        all += get("/");
    const auto pipe = worker.connect(all);
    CHECK(split(read_all(worker, *pipe)).size() == 1000);
    // 1.1 MB of answers to 36 KB of requests: a write for each 64 KiB or so, and for each read.
    CHECK(pipe->writes <= 1'150'000 / 65'536 + 16'384 / 36 + 5);
    CHECK(pipe->writes <= 30);
}

TEST_CASE("an answer that is ready is not held back by a handler that waits")
{
    simple_service service;
    gate door;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on_waiting("/wait", [&](request&) -> awaitable<response> {
        co_await door.wait();
        co_return response{"waited"};
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/") + get("/wait"));
    worker.run();
    CHECK(take_reply(*pipe).text() == "hello");
    CHECK(pipe->received().empty());
    door.open();
    worker.run();
    CHECK(take_reply(*pipe).text() == "waited");
}

TEST_CASE("answers to HEAD and statuses without content have no body")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/large", [](request&) { return response{std::string(100'000, 'x')}; });
    service.on("/none", [](request&) { return response{status::no_content}; });
    service.on("/same", [](request&) { return response{status::not_modified, "hello"}; });
    test_worker worker{service};
    for (const char* path : {"/", "/large"}) {
        const std::string fetched = get(path);
        const auto pipe = worker.connect("HEAD" + fetched.substr(3) + get("/none") + get("/same"));
        worker.run();
        const reply head = take_reply(*pipe, true);
        CHECK(head.status() == status::ok);
        CHECK(head.header("content-length") == (path[1] == 'l' ? "100000" : "5"));
        const reply none = take_reply(*pipe);
        CHECK(none.status() == status::no_content);
        CHECK(none.header("content-length").empty());
        CHECK(take_reply(*pipe).status() == status::not_modified);
        CHECK(pipe->received().empty());
    }
}

TEST_CASE("a status that answers nothing becomes 500")
{
    frevo::testing::captured_log log;
    simple_service service;
    for (const int code : {0, 100, 101, 199, 600, 999}) {
        const auto made = static_cast<frevo::status>(code);
        service.on("/" + std::to_string(code), [made](request&) { return response{made}; });
    }
    service.on("/599", [](request&) { return response{static_cast<frevo::status>(599)}; });
    test_worker worker{service};
    const auto pipe = worker.connect();
    for (const char* path : {"/0", "/100", "/101", "/199", "/600", "/999"}) {
        CAPTURE(path);
        pipe->send(get(path));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::internal_server_error);
        CHECK(got.header("content-type") == "application/problem+json");
    }
    CHECK(log.count("is no final one") == 6);
    pipe->send(get("/599"));
    worker.run();
    CHECK(static_cast<int>(take_reply(*pipe).status()) == 599);
}

TEST_CASE("a handler's own fields are sent, those of the framing are the writer's")
{
    simple_service service;
    service.on("/", [](request&) {
        response made{"hello"};
        made.header("X-Note", "one").add_header("X-Note", "two").content_type("text/css");
        made.header(field::content_length, "77");
        return made;
    });
    test_worker worker{service};
    const auto pipe = worker.connect(get("/"));
    worker.run();
    const reply got = take_reply(*pipe);
    CHECK(got.text() == "hello");
    CHECK(got.header("content-length") == "5");
    CHECK(got.header("content-type") == "text/css");
    int notes = 0;
    for (const auto& [name, value] : got.headers())
        notes += name == "X-Note" ? 1 : 0;
    CHECK(notes == 2);
}
