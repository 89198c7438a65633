// SPDX-License-Identifier: BSL-1.0
#include "server/worker_thread.hpp"
#include "support/captured_log.hpp"
#include "support/gate.hpp"
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <thread>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::captured_log;
using frevo::testing::counted;
using frevo::testing::gate;
using frevo::testing::raw_client;

namespace {

/// Records who makes and destroys a worker's objects, and where.
class watched_state final : public worker_state_source
{
public:
    std::unique_ptr<worker_state> make(const worker& owner) const override
    {
        if (fail)
            throw std::runtime_error{"no database"};
        made_on = std::this_thread::get_id();
        index = owner.index();
        return std::make_unique<objects>(*this);
    }

    bool fail = false;
    mutable std::thread::id made_on;
    mutable std::size_t index = 99;
    mutable int alive = 0;
    mutable int value = 42;

private:
    class objects final : public worker_state
    {
    public:
        explicit objects(const watched_state& source) : source_(source), slots_{&source.value}
        {
            ++source_.alive;
        }
        ~objects() override { --source_.alive; }
        std::span<void* const> slots() const noexcept override { return slots_; }

    private:
        const watched_state& source_;
        std::array<void*, 1> slots_;
    };
};

struct fixture
{
    explicit fixture(const worker_state_source& state)
        : shared{
              .options = {},
              .target = service,
              .state = state,
              .offload = {1, 1},
              .open_connections = {},
              .stop_all = [this] { ++stops; }}
    {
        service.on("/", [](request& req) {
            return response{std::to_string(*static_cast<int*>(request_access::state(req, 0)))};
        });
        service.on_waiting("/wait", [this](request&) -> awaitable<response> {
            const counted one{alive};
            co_await door.wait();
            co_return response{"waited"};
        });
        shared.options.drain_idle_grace = 0ms;
    }

    std::uint16_t listen(worker_thread& worker)
    {
        auto made =
            open_listener(worker.io(), {boost::asio::ip::make_address("127.0.0.1"), 0}, 10, false);
        const std::uint16_t port = made.local_endpoint().port();
        worker.listen_on(std::move(made));
        return port;
    }

    /// Waits until the worker has come to a request, by asking in its thread.
    template <class Condition>
    void wait_until(worker_thread& worker, Condition condition)
    {
        bool reached = false;
        while (!reached) {
            std::atomic<bool> asked{false};
            boost::asio::post(worker.io(), [&] {
                reached = condition();
                asked = true;
            });
            while (!asked)
                std::this_thread::yield();
        }
    }

    simple_service service;
    gate door;
    int alive = 0;
    std::atomic<int> stops{0};
    server_shared shared;
};

} // namespace

TEST_CASE("a worker makes its objects on its own thread, serves with them and drains")
{
    watched_state state;
    fixture f{state};
    {
        worker_thread worker{f.shared, 3};
        const std::uint16_t port = f.listen(worker);
        std::thread thread{[&] { worker.run(); }};
        const std::thread::id id = thread.get_id();
        raw_client client{port};
        CHECK(client.fetch("/") == "42");
        CHECK(f.shared.open_connections == 1);
        worker.stop();
        thread.join();
        CHECK(client.read_all().empty());
        CHECK(state.made_on == id);
        CHECK(state.index == 3);
        CHECK(state.alive == 1);
        CHECK_FALSE(worker.failure());
        CHECK(f.shared.open_connections == 0);
        CHECK_THROWS_AS(raw_client{port}, std::runtime_error);
    }
    CHECK(state.alive == 0);
    CHECK(f.stops == 0);
}

TEST_CASE("a worker whose objects cannot be made says so and stops the others")
{
    watched_state state;
    state.fail = true;
    fixture f{state};
    worker_thread worker{f.shared, 0};
    f.listen(worker);
    worker.run();
    REQUIRE(worker.failure());
    CHECK_THROWS_WITH_AS(
        std::rethrow_exception(worker.failure()), "no database", std::runtime_error);
    CHECK(f.stops == 1);
}

TEST_CASE("a worker that was stopped before it runs returns at once")
{
    watched_state state;
    fixture f{state};
    worker_thread worker{f.shared, 0};
    f.listen(worker);
    worker.stop();
    worker.run();
    CHECK_FALSE(worker.failure());
}

TEST_CASE("a worker that never ran can be destroyed, with and without connections waiting")
{
    watched_state state;
    fixture f{state};
    {
        const worker_thread alone{f.shared, 0};
    }
    worker_thread worker{f.shared, 0};
    const raw_client client{f.listen(worker)};
    worker.stop();
}

TEST_CASE("a worker that had no room for anybody can stop and be destroyed")
{
    // What must not happen is that its pause ends after it: sanitizers see that.
    watched_state state;
    fixture f{state};
    f.shared.options.max_connections = 0;
    worker_thread worker{f.shared, 0};
    const std::uint16_t port = f.listen(worker);
    const raw_client client{port};
    std::thread thread{[&] { worker.run(); }};
    int rounds = 0;
    f.wait_until(worker, [&] { return ++rounds > 100; }); // each takes the worker around its loop
    worker.stop();
    thread.join();
    CHECK(f.shared.open_connections == 0);
}

TEST_CASE("a worker that drains waits for its handlers; a second stop ends them")
{
    watched_state state;
    fixture f{state};
    worker_thread worker{f.shared, 0};
    const std::uint16_t port = f.listen(worker);
    std::thread thread{[&] { worker.run(); }};
    raw_client client{port};
    client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
    f.wait_until(worker, [&] { return f.door.waiting() == 1; });
    worker.stop();
    SUBCASE("waits")
    {
        f.wait_until(worker, [&] {
            f.door.open();
            return true;
        });
        thread.join();
        CHECK(client.read_body() == "waited");
    }
    SUBCASE("is told again")
    {
        worker.stop();
        thread.join();
        CHECK(client.read_all().empty());
    }
    CHECK(f.alive == 0);
}

TEST_CASE("draining takes no longer than it may, and a second stop ends it soon")
{
    watched_state state;
    captured_log log;
    fixture f{state};
    f.shared.options.drain_timeout = 1h;
    f.service.on_waiting("/stubborn", [&](request&) -> awaitable<response> {
        const counted one{f.alive};
        bool told = false;
        try {
            co_await f.door.wait();
        } catch (const boost::system::system_error&) {
            told = true;
        }
        if (told) {
            co_await boost::asio::this_coro::reset_cancellation_state(
                boost::asio::disable_cancellation());
            co_await f.door.wait();
        }
        co_return response{"never"};
    });
    std::optional<worker_thread> worker{std::in_place, f.shared, 0u};
    const std::uint16_t port = f.listen(*worker);
    std::thread thread{[&] { worker->run(); }};
    raw_client client{port};
    bool stops = false;
    SUBCASE("a handler that stops when it is cancelled")
    {
        stops = true;
        client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
        f.wait_until(*worker, [&] { return f.door.waiting() == 1; });
        worker->stop();
        f.wait_until(*worker, [&] { return f.shared.open_connections == 1; });
        clock::shift(1h);
        thread.join();
        CHECK(f.alive == 0);
        CHECK(log.count("given up") == 0);
    }
    bool told_twice = false;
    SUBCASE("a handler that does not, told again")
    {
        told_twice = true;
    }
    SUBCASE("a handler that does not") {}
    if (!stops) {
        client.send("GET /stubborn HTTP/1.1\r\nHost: a\r\n\r\n");
        f.wait_until(*worker, [&] { return f.door.waiting() == 1; });
        worker->stop();
        f.wait_until(*worker, [&] { return true; });
        if (told_twice)
            worker->stop();
        else
            clock::shift(1h);
        while (f.shared.open_connections != 0) // what is left has one second, then it is given up
            std::this_thread::yield();
        clock::shift(2s);
        thread.join();
        CHECK(log.count("given up") == 1);
        CHECK(f.alive == 1);
    }
    CHECK(client.read_all().empty());
    worker.reset();
    CHECK(f.alive == 0); // its frame was destroyed with the worker
}
