// SPDX-License-Identifier: BSL-1.0
// Starting and stopping an application: errors at the start, and stop() from everywhere.
#include "support/raw_client.hpp"

#include <frevo/frevo.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using frevo::testing::raw_client;

namespace {

frevo::app make_app()
{
    frevo::app app;
    app.get("/", [] { return "hello"; });
    app.options().handle_signals = false;
    app.options().drain_idle_grace = 0ms;
    return app;
}

/// Runs an application in a thread; the port is there when it listens.
class running_app
{
public:
    explicit running_app(frevo::app& app) : app_(app)
    {
        app.listen(0);
        thread_ = std::thread{[this] { app_.run(); }};
        while ((port_ = app.port()) == 0)
            std::this_thread::yield();
    }
    ~running_app()
    {
        if (thread_.joinable())
            app_.stop(); // else it would be the next run that is stopped
        wait();
    }
    running_app(const running_app&) = delete;
    running_app& operator=(const running_app&) = delete;

    std::uint16_t port() const noexcept { return port_; }
    void wait()
    {
        if (thread_.joinable())
            thread_.join();
    }

private:
    frevo::app& app_;
    std::thread thread_;
    std::uint16_t port_ = 0;
};

std::string error_of(frevo::app& app)
{
    try {
        app.run();
    } catch (const frevo::startup_error& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("port 0 takes a free port and tells which")
{
    frevo::app app = make_app();
    CHECK(app.port() == 0);
    {
        running_app running{app};
        CHECK(running.port() != 0);
        CHECK(app.port() == running.port());
        CHECK(raw_client{app.port()}.fetch("/") == "hello");
    }
    CHECK(app.port() == 0);
}

TEST_CASE("a second application on the same port says what is wrong, and the first goes on")
{
    frevo::app first = make_app();
    const running_app running{first};
    for (const std::size_t threads : {1u, 2u}) {
        frevo::app second = make_app();
        second.listen(running.port()).threads(threads);
        const std::string error = error_of(second);
        CHECK(
            error.find(
                "cannot listen on 127.0.0.1:" + std::to_string(running.port()) +
                ": Address already in use") != std::string::npos);
        CHECK(second.port() == 0);
    }
    CHECK(raw_client{running.port()}.fetch("/") == "hello");
}

TEST_CASE("an application that was refused its port can run on another one")
{
    frevo::app first = make_app();
    const running_app running{first};
    frevo::app second = make_app();
    second.listen(running.port());
    CHECK(error_of(second) != "none");
    const running_app other{second};
    CHECK(raw_client{other.port()}.fetch("/") == "hello");
    CHECK(other.port() != running.port());
}

TEST_CASE("stop() before run() lets it return at once")
{
    frevo::app app = make_app();
    app.listen(0);
    app.stop();
    app.run();
    app.stop();
    app.stop();
    app.run();
    // It has been obeyed; afterwards the application may run again.
    const running_app running{app};
    CHECK(raw_client{running.port()}.fetch("/") == "hello");
}

TEST_CASE("stop() at any moment of run() ends it")
{
    for (const std::size_t threads : {1u, 3u}) {
        for (int i = 0; i < 200; ++i) {
            frevo::app app = make_app();
            app.listen(0).threads(threads);
            std::thread serving{[&app] { app.run(); }};
            for (int turn = 0; turn < i; ++turn)
                std::this_thread::yield();
            app.stop();
            serving.join(); // a call that was lost would hold it for ever
        }
    }
}

TEST_CASE("stop() from a handler answers the request and ends run()")
{
    for (const std::size_t threads : {1u, 3u}) {
        frevo::app app = make_app();
        app.threads(threads);
        app.get("/stop", [&app] {
            app.stop();
            return "stopping";
        });
        app.get("/stop_later", [&app]() -> frevo::awaitable<const char*> {
            co_await frevo::sleep_for(1ms);
            app.stop();
            co_return "stopping";
        });
        for (const char* path : {"/stop", "/stop_later"}) {
            running_app running{app};
            raw_client client{running.port()};
            CHECK(client.fetch(path) == "stopping");
            running.wait();
            CHECK_THROWS_AS(raw_client{running.port()}, std::runtime_error);
        }
    }
}

TEST_CASE("stop() twice, from many threads, ends it all the same")
{
    frevo::app app = make_app();
    app.get("/wait", []() -> frevo::awaitable<const char*> {
        co_await frevo::sleep_for(1h);
        co_return "waited";
    });
    running_app running{app};
    raw_client waiting{running.port()};
    waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
    raw_client plain{running.port()};
    CHECK(plain.fetch("/") == "hello");
    std::vector<std::thread> stoppers;
    for (int i = 0; i < 4; ++i)
        stoppers.emplace_back([&] { app.stop(); });
    for (std::thread& each : stoppers)
        each.join();
    running.wait(); // the second call does not wait for what the first one would
    CHECK(plain.read_all().empty());
}

TEST_CASE("an application runs again and again")
{
    frevo::app app = make_app();
    for (int i = 0; i < 5; ++i) {
        running_app running{app};
        CHECK(raw_client{running.port()}.fetch("/") == "hello");
    }
}

TEST_CASE("objects are made on each worker before it serves, and end with the run")
{
    struct counted
    {
        explicit counted(std::atomic<int>& alive) : alive_(&alive) { ++*alive_; }
        counted(counted&& other) noexcept : alive_(other.alive_) { ++*alive_; }
        counted& operator=(counted&&) = delete;
        ~counted() { --*alive_; }
        std::atomic<int>* alive_;
    };
    std::atomic<int> alive{0};
    frevo::app app = make_app();
    app.threads(3);
    app.per_worker<counted>([&alive](frevo::worker&) { return counted{alive}; });
    app.get("/alive", [&alive](frevo::state<counted>) { return std::to_string(alive.load()); });
    {
        const running_app running{app};
        while (raw_client{running.port()}.fetch("/alive") != "3")
            std::this_thread::yield();
    }
    CHECK(alive == 0);
}

TEST_CASE("an object that cannot be made ends run() with what was thrown")
{
    frevo::app app = make_app();
    app.threads(2).listen(0);
    app.per_worker<int>([](frevo::worker& owner) -> int {
        if (owner.index() == 1)
            throw std::runtime_error{"no database"};
        return 1;
    });
    CHECK_THROWS_WITH_AS(app.run(), "no database", std::runtime_error);
    CHECK(app.port() == 0);
}
