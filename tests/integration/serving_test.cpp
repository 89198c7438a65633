// SPDX-License-Identifier: BSL-1.0
// Requests over real sockets: order, waiting, clients that leave, and Asio's own clients in
// handlers.
#include "support/captured_log.hpp"
#include "support/gate.hpp"
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"
#include "support/under_way.hpp"

#include <boost/asio/deferred.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using frevo::testing::gate;
using frevo::testing::raw_client;
using frevo::testing::request_for;
using frevo::testing::under_way;
using frevo::testing::wait_until;

namespace {

/// A handler of a service that asks another server by Asio's own means.
awaitable<response> ask_upstream(asio::ip::tcp::endpoint upstream)
{
    const auto executor = co_await asio::this_coro::executor;
    asio::ip::tcp::socket socket{executor};
    co_await socket.async_connect(upstream, asio::deferred);
    const std::string request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    co_await asio::async_write(socket, asio::buffer(request), asio::deferred);
    asio::steady_timer pause{executor};
    pause.expires_after(1ms);
    co_await pause.async_wait(asio::deferred);
    std::string answer;
    std::array<char, 512> piece{};
    for (bool ended = false; !ended;) {
        try {
            const std::size_t got =
                co_await socket.async_read_some(asio::buffer(piece), asio::deferred);
            answer.append(piece.data(), got);
        } catch (const boost::system::system_error&) {
            ended = true;
        }
    }
    co_return response{answer.substr(answer.find("\r\n\r\n") + 4)};
}

} // namespace

TEST_CASE("pipelined answers come in order, slow ones among them")
{
    simple_service service;
    service.on_waiting("/slow", [](request&) -> awaitable<response> {
        co_await sleep_for(1ms);
        co_return response{"slow"};
    });
    service.on(
        "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
    for (int i = 0; i < 100; ++i)
        service.on("/" + std::to_string(i), [i](request&) { return response{std::to_string(i)}; });
    running_server server{service};
    raw_client client{server.port()};
    std::string all;
    std::vector<std::string> expected;
    for (int i = 0; i < 100; ++i) {
        const std::string number = std::to_string(i);
        all += request_for('/' + number);
        expected.push_back(number);
        if (i % 10 == 3) {
            all += request_for("/slow");
            expected.emplace_back("slow");
        }
        if (i % 10 == 7) {
            all += "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " +
                   std::to_string(number.size()) + "\r\n\r\n" + number;
            expected.push_back(number);
        }
    }
    client.send(all);
    for (const std::string& each : expected)
        REQUIRE(client.read_body() == each);
    CHECK(client.fetch("/5") == "5");
}

TEST_CASE("a client that writes much before it reads gets everything")
{
    simple_service service;
    service.on("/", [](request&) { return response{std::string(3000, 'x')}; });
    running_server server{service};
    raw_client client{server.port()};
    constexpr int count = 5000; // 15 MB of answers: more than any buffer between the two
    std::thread writer{[&] {
        for (int i = 0; i < count; ++i)
            client.send(request_for("/"));
        client.end_sending();
    }};
    for (int i = 0; i < count; ++i)
        REQUIRE(client.read_body().size() == 3000);
    writer.join();
    CHECK(client.read_body() == "end");
}

TEST_CASE("a thousand handlers that wait do not hold up a plain one")
{
    rlimit limit{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = limit.rlim_max;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
    REQUIRE(limit.rlim_cur > 2200);

    simple_service service;
    gate door;
    service.on_waiting("/wait", [&](request&) -> awaitable<response> {
        co_await door.wait();
        co_return response{"waited"};
    });
    service.on("/count", [&](request&) { return response{std::to_string(door.waiting())}; });
    service.on("/open", [&](request&) {
        door.open();
        return response{"open"};
    });
    running_server server{service};
    std::vector<raw_client> clients;
    for (int i = 0; i < 1000; ++i) {
        clients.emplace_back(server.port());
        clients.back().send(request_for("/wait"));
    }
    raw_client plain{server.port()};
    wait_until([&] { return plain.fetch("/count") == "1000"; });
    for (int i = 0; i < 100; ++i)
        CHECK(plain.fetch("/count") == "1000"); // answered while all of them wait
    CHECK(plain.fetch("/open") == "open");
    for (raw_client& each : clients)
        CHECK(each.read_body() == "waited");
}

TEST_CASE("a handler may use an Asio client and a timer of its own, a thousand of them at once")
{
    simple_service upstream_service;
    upstream_service.on("/", [](request&) { return response{"from upstream"}; });
    running_server upstream{upstream_service};
    const asio::ip::tcp::endpoint at{asio::ip::make_address("127.0.0.1"), upstream.port()};
    simple_service service;
    std::atomic<int> active{0};
    std::atomic<int> most{0};
    service.on_waiting("/ask", [&](request&) -> awaitable<response> {
        const under_way one{active};
        most = std::max(most.load(), active.load());
        response answer = co_await ask_upstream(at);
        co_return answer;
    });
    service.on("/", [](request&) { return response{"plain"}; });
    running_server server{service};
    CHECK(raw_client{server.port()}.fetch("/ask") == "from upstream");
    std::vector<raw_client> clients;
    for (int i = 0; i < 1000; ++i) {
        clients.emplace_back(server.port());
        clients.back().send(request_for("/ask"));
        if (i % 100 == 0)
            CHECK(raw_client{server.port()}.fetch("/") == "plain");
    }
    for (raw_client& each : clients)
        CHECK(each.read_body() == "from upstream");
    CHECK(active == 0);
    CHECK(most >= 1);
}

TEST_CASE("an upstream that cannot be reached is the handler's failure, not the server's")
{
    // A port that was free a moment ago.
    std::uint16_t nobody = 0;
    {
        simple_service none;
        const running_server gone{none};
        nobody = gone.port();
    }
    const asio::ip::tcp::endpoint at{asio::ip::make_address("127.0.0.1"), nobody};
    simple_service service;
    service.on_waiting("/ask", [&](request&) { return ask_upstream(at); });
    service.on_waiting("/guarded", [&](request&) -> awaitable<response> {
        bool failed = false;
        try {
            const response answer = co_await ask_upstream(at);
        } catch (const boost::system::system_error&) {
            failed = true;
        }
        co_return response{failed ? "no upstream" : "upstream"};
    });
    running_server server{service};
    frevo::testing::captured_log log;
    raw_client client{server.port()};
    CHECK(client.fetch("/guarded") == "no upstream");
    client.send(request_for("/ask"));
    CHECK(client.read_answer().find("HTTP/1.1 500 ") == 0);
    CHECK(client.fetch("/guarded") == "no upstream");
    CHECK(log.count("Connection refused") == 1);
}

TEST_CASE("a client that ended its sending is answered")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on_waiting("/slow", [](request&) -> awaitable<response> {
        co_await sleep_for(10ms);
        co_return response{"slow"};
    });
    running_server server{service};
    raw_client client{server.port()};
    client.send(request_for("/") + request_for("/slow") + request_for("/"));
    client.end_sending();
    CHECK(client.read_body() == "hello");
    CHECK(client.read_body() == "slow");
    CHECK(client.read_body() == "hello");
    CHECK(client.read_body() == "end");
}

TEST_CASE("a client that leaves cancels what it waits for")
{
    simple_service service;
    std::atomic<int> active{0};
    service.on_waiting("/wait", [&](request&) -> awaitable<response> {
        const under_way one{active};
        co_await sleep_for(1h);
        co_return response{"waited"};
    });
    service.on("/", [](request&) { return response{"hello"}; });
    limits bounds;
    bounds.handler_timeout = 2h;
    server_options options;
    options.limits = bounds;
    running_server server{service, options};
    raw_client leaver{server.port()};
    std::string bytes = request_for("/wait");
    SUBCASE("by a reset") {}
    SUBCASE("by a reset, with more requests behind than are read ahead")
    {
        for (int i = 0; i < 2000; ++i)
            bytes += request_for("/");
    }
    leaver.send(bytes);
    wait_until([&] { return active == 1; });
    leaver.reset();
    wait_until([&] { return active == 0; });
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
}

TEST_CASE("several threads serve many connections at once")
{
    simple_service service;
    std::atomic<int> served{0};
    service.on("/", [&](request&) {
        ++served;
        return response{"hello"};
    });
    service.on_waiting("/slow", [&](request&) -> awaitable<response> {
        co_await sleep_for(100us);
        ++served;
        co_return response{"slow"};
    });
    server_options options;
    options.threads = 4;
    running_server server{service, options};
    std::vector<std::thread> clients;
    std::atomic<int> wrong{0};
    for (int i = 0; i < 4; ++i) {
        clients.emplace_back([&] {
            for (int connection = 0; connection < 10; ++connection) {
                raw_client client{server.port()};
                for (int n = 0; n < 20; ++n) {
                    wrong += client.fetch("/") == "hello" ? 0 : 1;
                    wrong += client.fetch("/slow") == "slow" ? 0 : 1;
                }
            }
        });
    }
    for (std::thread& each : clients)
        each.join();
    CHECK(wrong == 0);
    CHECK(served == 4 * 10 * 20 * 2);
    server.stop();
}

TEST_CASE("connections that come and go leave nothing behind")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    running_server server{service};
    for (int i = 0; i < 300; ++i) {
        raw_client client{server.port()};
        switch (i % 6) {
        case 0:
            CHECK(client.fetch("/") == "hello");
            break;
        case 1:
            client.send("GET / HT");
            break;
        case 2:
            client.send(request_for("/"));
            client.reset();
            break;
        case 3:
            client.reset();
            break;
        case 4:
            client.send("nonsense\r\n\r\n");
            CHECK(client.read_answer().find("HTTP/1.1 400 ") == 0);
            break;
        default:
            client.end_sending();
            CHECK(client.read_all().empty());
        }
    }
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
    server.stop(); // waits for every connection, so one that was forgotten would hold it
}
