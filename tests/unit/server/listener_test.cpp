// SPDX-License-Identifier: BSL-1.0
#include "server/listener.hpp"
#include "support/captured_log.hpp"
#include "support/raw_client.hpp"
#include "support/test_worker.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using boost::asio::ip::tcp;
using frevo::testing::captured_log;
using frevo::testing::raw_client;

namespace {

tcp::endpoint local(std::uint16_t port = 0)
{
    return {boost::asio::ip::make_address("127.0.0.1"), port};
}

/// A worker with a listener on a port of the system's choice.
struct fixture
{
    explicit fixture(std::size_t max_connections)
    {
        service.on("/", [](request&) { return response{"hello"}; });
        tcp::acceptor made = open_listener(worker.io(), local(), 100, false);
        port = made.local_endpoint().port();
        accepting.emplace(worker.io(), std::move(made), worker.context(), open, max_connections);
        accepting->start();
    }

    ~fixture()
    {
        accepting->close();
        worker.context().on_connection_closed = nullptr;
        worker.run();
    }

    /// Lets the worker run until this is so; the kernel may take a moment to report a connection.
    template <class Condition>
    void run_until(Condition condition)
    {
        bool met = condition();
        for (int i = 0; i < 100'000 && !met; ++i) {
            worker.run();
            std::this_thread::yield();
            met = condition();
        }
        CHECK(met);
    }

    simple_service service;
    test_worker worker{service};
    std::atomic<std::size_t> open{0};
    std::uint16_t port = 0;
    std::optional<listener> accepting;
};

} // namespace

TEST_CASE("a listener that cannot bind says which step failed, where and why")
{
    boost::asio::io_context io{1};
    const tcp::acceptor first = open_listener(io, local(), 10, false);
    const std::uint16_t port = first.local_endpoint().port();
    try {
        open_listener(io, local(port), 10, false);
        FAIL("the port was taken");
    } catch (const boost::system::system_error& error) {
        CHECK(error.code() == boost::asio::error::address_in_use);
        CHECK(
            std::string{error.what()}.find(
                "cannot listen on 127.0.0.1:" + std::to_string(port) +
                ": Address already in use") == 0);
    }
    try {
        // 192.0.2.0/24 belongs to nobody (RFC 5737).
        open_listener(io, {boost::asio::ip::make_address("192.0.2.1"), 1}, 10, false);
        FAIL("the address is nobody's");
    } catch (const boost::system::system_error& error) {
        CHECK(std::string{error.what()}.find("cannot listen on 192.0.2.1:1: ") == 0);
    }
}

TEST_CASE("listeners share a port only when all of them want to")
{
    boost::asio::io_context io{1};
    const tcp::acceptor first = open_listener(io, local(), 10, true);
    const std::uint16_t port = first.local_endpoint().port();
    const tcp::acceptor second = open_listener(io, local(port), 10, true);
    CHECK(second.local_endpoint().port() == port);
    CHECK_THROWS_AS(open_listener(io, local(port), 10, false), boost::system::system_error);
}

TEST_CASE("a listener accepts everybody who connects")
{
    fixture f{100};
    std::vector<raw_client> clients;
    for (int i = 0; i < 10; ++i)
        clients.emplace_back(f.port);
    f.run_until([&] { return f.accepting->accepted() == 10; });
    CHECK(f.worker.context().connection_count() == 10);
    CHECK(f.open == 10);
    clients[3].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    f.run_until([&] { return clients[3].readable_within(0); });
    CHECK(clients[3].read_body() == "hello");
    clients.clear();
    f.run_until([&] { return f.open == 0; });
    CHECK(f.worker.empty());
}

TEST_CASE("accepting pauses at the limit and goes on when somebody leaves")
{
    fixture f{2};
    std::vector<raw_client> clients;
    for (int i = 0; i < 3; ++i)
        clients.emplace_back(f.port);
    f.run_until([&] { return f.accepting->accepted() == 2; });
    for (int i = 0; i < 100; ++i)
        f.worker.run();
    CHECK(f.accepting->accepted() == 2);
    // It looks again by itself, too, since others may have made room.
    f.worker.advance(1s);
    CHECK(f.accepting->accepted() == 2);
    f.open = 1;
    f.worker.advance(1s);
    CHECK(f.accepting->accepted() == 3);
    f.open = 3;

    clients.emplace_back(f.port);
    for (int i = 0; i < 100; ++i)
        f.worker.run();
    CHECK(f.accepting->accepted() == 3);
    clients[0].close();
    clients[1].close();
    f.run_until([&] { return f.accepting->accepted() == 4; }); // without any time passing
    CHECK(f.open == 2);
}

TEST_CASE("running out of descriptors pauses accepting, is told once and passes")
{
    captured_log log;
    // UBSan opens a pipe to look at an object of a type it has not seen; later there is none.
    frevo::log(frevo::log_level::info, "before");
    fixture f{100};
    raw_client first{f.port};
    raw_client second{f.port};
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const int next = ::open("/dev/null", O_RDONLY);
    REQUIRE(next >= 0);
    ::close(next);
    rlimit tight = before;
    tight.rlim_cur = static_cast<rlim_t>(next); // the next one would have this number
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &tight) == 0);
    f.run_until([&] { return log.count("accepting pauses") == 1; });
    for (int i = 0; i < 5; ++i)
        f.worker.advance(1s);
    const std::size_t told = log.count("accepting pauses");
    const std::size_t accepted = f.accepting->accepted();
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(told == 1);
    CHECK(accepted == 0);
    f.worker.advance(1s);
    f.run_until([&] { return f.accepting->accepted() == 2; });
    CHECK(log.count("accepting pauses") == 1);
    second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    f.run_until([&] { return second.readable_within(0); });
    CHECK(second.read_body() == "hello");
}

TEST_CASE("a listener that stops takes everybody who has connected, and nobody after")
{
    fixture f{100};
    std::vector<raw_client> clients;
    for (int i = 0; i < 5; ++i)
        clients.emplace_back(f.port);
    f.accepting->stop();
    CHECK(f.accepting->accepted() == 5);
    CHECK_THROWS_AS(raw_client{f.port}, std::runtime_error);
    f.accepting->stop();
    f.worker.run();
    clients[4].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    f.run_until([&] { return clients[4].readable_within(0); });
    CHECK(clients[4].read_body() == "hello");
}

TEST_CASE("a listener may stop while it pauses")
{
    fixture f{1};
    raw_client first{f.port};
    raw_client second{f.port};
    f.run_until([&] { return f.accepting->accepted() == 1; });
    f.worker.run();
    f.accepting->stop();
    f.worker.run();
    f.worker.advance(1s);
    CHECK(f.accepting->accepted() == 1);
    CHECK(f.open == 1);
}
