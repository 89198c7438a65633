// SPDX-License-Identifier: BSL-1.0
// Clients that leave, or stop reading, in the middle of an answer.
#include "support/captured_log.hpp"
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"
#include "support/under_way.hpp"

#include <frevo/http/time.hpp>

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::raw_client;
using frevo::testing::request_for;
using frevo::testing::under_way;
using frevo::testing::wait_until;

namespace {

constexpr std::size_t large = 20'000'000; // more than lies in buffers on the way

std::size_t open_descriptors()
{
    const std::filesystem::directory_iterator all{"/proc/self/fd"};
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Gives SIGPIPE the meaning that a program starts with: the end of the process.
class deadly_sigpipe
{
public:
    deadly_sigpipe() : before_(std::signal(SIGPIPE, SIG_DFL)) {}
    ~deadly_sigpipe() { std::signal(SIGPIPE, before_); }
    deadly_sigpipe(const deadly_sigpipe&) = delete;
    deadly_sigpipe& operator=(const deadly_sigpipe&) = delete;

private:
    void (*before_)(int);
};

/// Nothing but a client's end may end what these tests wait for.
server_options patient()
{
    server_options made;
    made.limits.handler_timeout = 2h;
    made.limits.write_timeout = 2h;
    made.limits.keep_alive_timeout = 2h;
    made.limits.send_rate = made.limits.receive_rate = 0;
    made.limits.half_close_grace = 1ms;
    return made;
}

} // namespace

TEST_CASE("clients that reset in the middle of an answer leave no signal and no descriptor")
{
    const deadly_sigpipe armed;
    const std::string content(large, 'x');
    std::atomic<int> active{0};
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/whole", [&](request&) { return response{content}; });
    service.on("/streamed", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            const under_way one{active};
            const std::string_view piece = std::string_view{content}.substr(0, 40'000);
            for (std::size_t sent = 0; sent < large; sent += piece.size())
                co_await out.write(piece);
        });
    });
    running_server server{service, patient()};
    const std::size_t before = open_descriptors();
    std::string path = "/whole";
    SUBCASE("that lies in memory") {}
    SUBCASE("that is made while it is sent")
    {
        path = "/streamed";
    }
    for (int i = 0; i < 200; ++i) {
        raw_client client{server.port()};
        client.send(request_for(path));
        std::array<char, 4096> begun{};
        REQUIRE(
            ::recv(client.native(), begun.data(), begun.size(), MSG_WAITALL) ==
            static_cast<ssize_t>(begun.size()));
        client.reset();
    }
    wait_until([&] { return active == 0; });
    wait_until([&] { return open_descriptors() <= before; });
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
}

TEST_CASE("a streaming handler that waits for an hour ends when its client leaves")
{
    std::atomic<int> active{0};
    std::atomic<int> cancelled{0};
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/events", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            const under_way one{active};
            co_await out.write("one event\n");
            try {
                co_await sleep_for(1h);
            } catch (const boost::system::system_error& gone) {
                cancelled += gone.code() == boost::asio::error::operation_aborted ? 1 : 0;
                throw;
            }
        });
    });
    running_server server{service, patient()};
    const std::size_t before = open_descriptors();
    enum class leaving
    {
        reset,
        close,
        half_close
    };
    leaving how = leaving::reset;
    SUBCASE("by a reset") {}
    SUBCASE("by closing")
    {
        how = leaving::close;
    }
    SUBCASE("by ending its sending, after the grace")
    {
        how = leaving::half_close;
    }
    constexpr int rounds = 100;
    for (int i = 0; i < rounds; ++i) {
        raw_client client{server.port()};
        client.send(request_for("/events"));
        wait_until([&] { return active == 1; });
        if (how == leaving::reset)
            client.reset();
        else if (how == leaving::close)
            client.close();
        else
            client.end_sending();
        wait_until([&] { return active == 0; });
    }
    CHECK(cancelled == rounds);
    wait_until([&] { return open_descriptors() <= before; });
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
}

TEST_CASE("a producer that fails breaks off its own answer and nothing else")
{
    const frevo::testing::captured_log log;
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/fails", [](request&) {
        return frevo::stream("text/plain", [](body_writer& out) -> awaitable<void> {
            co_await out.write("half");
            throw std::runtime_error{"no more paper"};
        });
    });
    running_server server{service, patient()};
    const std::size_t before = open_descriptors();
    for (int i = 0; i < 100; ++i) {
        raw_client client{server.port()};
        client.send(request_for("/fails"));
        std::array<char, 4096> piece{};
        ssize_t got = 0;
        do
            got = ::recv(client.native(), piece.data(), piece.size(), 0);
        while (got > 0);
        CHECK(got < 0); // a reset: the content has no orderly end
    }
    wait_until([&] { return open_descriptors() <= before; });
    CHECK(log.count("no more paper") == 100);
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
}

TEST_CASE("producers whose readers do not read stand still, and end when those leave")
{
    constexpr std::size_t clients = 20;
    constexpr std::size_t pieces = 16'384;
    std::atomic<int> active{0};
    std::atomic<int> cancelled{0};
    std::atomic<std::size_t> written{0};
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/endless", [&](request&) {
        return frevo::stream("text/plain", [&](body_writer& out) -> awaitable<void> {
            const under_way one{active};
            const std::string piece(64 * 1024, 'x');
            try {
                for (std::size_t i = 0; i < pieces; ++i) {
                    co_await out.write(piece);
                    written += piece.size();
                }
            } catch (const boost::system::system_error& gone) {
                cancelled += gone.code() == boost::asio::error::operation_aborted ? 1 : 0;
                throw;
            }
        });
    });
    running_server server{service, patient()};
    const std::size_t before = open_descriptors();
    std::vector<raw_client> all;
    for (std::size_t i = 0; i < clients; ++i) {
        raw_client& each = all.emplace_back(server.port());
        const int little = 16 * 1024;
        ::setsockopt(each.native(), SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
        each.send(request_for("/endless"));
    }
    wait_until([&] { return active == clients; });
    raw_client other{server.port()};
    for (int i = 0; i < 100; ++i) // each of these takes the server once around its loop
        CHECK(other.fetch("/") == "hello");
    // What lies in the system's buffers is megabytes; the content would be a gigabyte each.
    CHECK(written < clients * 32 * 1024 * 1024);
    CHECK(active == clients);
    for (raw_client& each : all)
        each.reset();
    wait_until([&] { return active == 0; });
    CHECK(cancelled == clients);
    other.close();
    wait_until([&] { return open_descriptors() <= before; });
}
