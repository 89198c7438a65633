// SPDX-License-Identifier: BSL-1.0
#include "server/server.hpp"
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"

#include <frevo/http/offload.hpp>

#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::raw_client;

namespace {

struct site : simple_service
{
    site()
    {
        on("/", [](request&) { return response{"hello"}; });
    }
};

server_options any_port()
{
    server_options made;
    made.port = 0;
    made.handle_signals = false;
    return made;
}

std::string listen_error(const server_options& options)
{
    site service;
    const no_state state;
    server made{options, service, state};
    try {
        made.listen();
    } catch (const boost::system::system_error& error) {
        return error.what();
    }
    return "none";
}

/// Fails for one worker.
class failing_state final : public worker_state_source
{
public:
    explicit failing_state(std::size_t which) : which_(which) {}
    std::unique_ptr<worker_state> make(const worker& owner) const override
    {
        if (owner.index() == which_)
            throw std::runtime_error{"no database"};
        return no_state{}.make(owner);
    }

private:
    std::size_t which_;
};

} // namespace

TEST_CASE("a server tells the port that the system chose, and serves on it")
{
    site service;
    for (const std::size_t threads : {1u, 3u}) {
        server_options options;
        options.threads = threads;
        running_server server{service, options};
        CHECK(server.port() != 0);
        for (int i = 0; i < 10; ++i)
            CHECK(raw_client{server.port()}.fetch("/") == "hello");
        server.stop();
        CHECK_THROWS_AS(raw_client{server.port()}, std::runtime_error);
    }
}

TEST_CASE("a server that cannot listen says why")
{
    server_options options = any_port();
    options.address = "localhost";
    CHECK(listen_error(options).find("cannot listen on \"localhost\"") == 0);
    options = any_port();
    options.address = "192.0.2.1";
    CHECK(listen_error(options).find("cannot listen on 192.0.2.1:0: ") == 0);
}

TEST_CASE("a second server finds the port taken, with one thread or several")
{
    site service;
    for (const std::size_t first : {1u, 2u}) {
        server_options options;
        options.threads = first;
        const running_server running{service, options};
        for (const std::size_t second : {1u, 2u}) {
            CAPTURE(first);
            CAPTURE(second);
            server_options taken = any_port();
            taken.port = running.port();
            taken.threads = second;
            CHECK(
                listen_error(taken).find(
                    "cannot listen on 127.0.0.1:" + std::to_string(running.port()) +
                    ": Address already in use") == 0);
        }
        CHECK(raw_client{running.port()}.fetch("/") == "hello");
    }
}

TEST_CASE("servers that share a port may do so")
{
    site service;
    server_options options;
    options.share_port = true;
    const running_server running{service, options};
    server_options second = any_port();
    second.share_port = true;
    second.port = running.port();
    CHECK(listen_error(second) == "none");
}

TEST_CASE("what a worker's start throws ends all workers and comes out of run()")
{
    site service;
    for (const std::size_t which : {0u, 1u, 2u}) {
        CAPTURE(which);
        const failing_state state{which};
        server_options options = any_port();
        options.threads = 3;
        server made{options, service, state};
        made.listen();
        CHECK_THROWS_WITH_AS(made.run(), "no database", std::runtime_error);
    }
}

TEST_CASE("a server may be stopped before it runs, and twice")
{
    site service;
    const no_state state;
    server_options options = any_port();
    options.threads = 2;
    SUBCASE("once")
    {
        server made{options, service, state};
        made.listen();
        made.stop();
        made.run();
    }
    SUBCASE("twice")
    {
        server made{options, service, state};
        made.listen();
        made.stop();
        made.stop();
        made.run();
    }
    SUBCASE("without running at all")
    {
        server made{options, service, state};
        made.listen();
        made.stop();
    }
    SUBCASE("without listening")
    {
        const server made{options, service, state};
    }
    CHECK(true); // that it comes here at all is what is shown
}

TEST_CASE("a signal that comes as soon as the port is known ends the server in order")
{
    site service;
    const no_state state;
    server_options options = any_port();
    options.handle_signals = true;
    for (const int number : {SIGTERM, SIGINT}) {
        server made{options, service, state};
        made.listen();
        ::raise(number); // would end this program
        made.run();
    }
    {
        server made{options, service, state};
        made.listen();
        std::thread thread{[&] { made.run(); }};
        CHECK(raw_client{made.port()}.fetch("/") == "hello");
        ::raise(SIGTERM);
        thread.join();
    }
    CHECK(true); // that it comes here at all is what is shown
}

TEST_CASE("a handler may stop its own server and is answered")
{
    site service;
    server* running = nullptr;
    service.on("/stop", [&](request&) {
        running->stop();
        return response{"stopping"};
    });
    const no_state state;
    server_options options = any_port();
    options.threads = 2;
    server made{options, service, state};
    running = &made;
    made.listen();
    std::thread thread{[&] { made.run(); }};
    CHECK(raw_client{made.port()}.fetch("/stop") == "stopping");
    thread.join();
}

TEST_CASE("handlers reach the pool for blocking work of their own server")
{
    site service;
    service.on_waiting("/work", [](request&) -> awaitable<response> {
        const std::thread::id here = std::this_thread::get_id();
        auto work = [] { return std::this_thread::get_id(); };
        const std::thread::id there = co_await offload(std::move(work));
        co_return response{here == there ? "same" : "other"};
    });
    running_server server{service};
    CHECK(raw_client{server.port()}.fetch("/work") == "other");
    server.stop();
}
