// SPDX-License-Identifier: BSL-1.0
// What a request costs the allocator, counted on the server's thread over a real socket.
#include "counted_malloc.hpp"
#include "support/raw_client.hpp"

#include <frevo/frevo.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using frevo::awaitable;
using frevo::request;
using frevo::response;
using frevo::testing::raw_client;

namespace {

std::atomic<std::uint64_t> marked{0};

struct note_hook
{
    std::optional<response> before(request&) const { return std::nullopt; }
    void after(const request&, response& answer) const { answer.static_content_type("text/plain"); }
};

awaitable<response> pass_on(request& req, frevo::next rest)
{
    co_return co_await rest(req);
}

/// An application that runs in a thread and tells what that thread has allocated.
class measured_app
{
public:
    measured_app()
    {
        app_.get("/mark", [] {
            marked = allocations_of_this_thread();
            return "marked";
        });
        app_.get("/plain", [] { return "plain"; });
        app_.get("/books/{id}", [](frevo::path<"id", int> id) {
            return *id == 42 ? "the answer" : "another book";
        });
        app_.get("/hooked", [] { return "hooked"; }).use(note_hook{}).use(note_hook{});
        app_.get("/sleep", []() -> awaitable<response> {
            co_await frevo::sleep_for(1us);
            co_return response{"slept"};
        });
        app_.get("/sleep_large", []() -> awaitable<response> {
            std::array<volatile char, 700> kept{};
            kept[0] = 'a';
            co_await frevo::sleep_for(1us);
            co_return response{kept[0] == 'a' ? "slept" : "wrong"};
        });
        app_.get("/converted", []() -> awaitable<const char*> { // its result needs an adapter
            co_await frevo::sleep_for(1us);
            co_return "slept";
        });
        app_.get("/timer", []() -> awaitable<response> {
            frevo::timer bell{co_await boost::asio::this_coro::executor, 1us};
            co_await bell.async_wait(boost::asio::deferred);
            co_return response{"slept"};
        });
        app_.get("/wrapped", [] { return "wrapped"; }).use(pass_on);
        app_.get(
                "/wrapped_timer",
                []() -> awaitable<response> {
                    frevo::timer bell{co_await boost::asio::this_coro::executor, 1us};
                    co_await bell.async_wait(boost::asio::deferred);
                    co_return response{"slept"};
                })
            .use(pass_on);
        app_.get(
                "/wrapped_sleep",
                []() -> awaitable<response> {
                    co_await frevo::sleep_for(1us);
                    co_return response{"slept"};
                })
            .use(pass_on);
        app_.options().handle_signals = false;
        std::promise<std::uint16_t> listening;
        app_.listen(0).on_listening([&](std::uint16_t port) { listening.set_value(port); });
        thread_ = std::thread{[this] { app_.run(); }};
        port_ = listening.get_future().get();
    }
    ~measured_app()
    {
        app_.stop();
        thread_.join();
    }
    measured_app(const measured_app&) = delete;
    measured_app& operator=(const measured_app&) = delete;

    std::uint16_t port() const noexcept { return port_; }

private:
    frevo::app app_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

/// Allocations of the server's thread so far; asking costs a request, which must cost nothing.
std::uint64_t mark(raw_client& client)
{
    REQUIRE(client.fetch("/mark") == "marked");
    return marked;
}

constexpr int warm_up = 200;
constexpr int rounds = 1000;

/// Allocations by `rounds` calls of `round`.
template <class Round>
std::uint64_t count(raw_client& client, Round round)
{
    for (int i = 0; i < warm_up; ++i)
        round();
    mark(client);
    const std::uint64_t before = mark(client);
    for (int i = 0; i < rounds; ++i)
        round();
    return mark(client) - before;
}

std::string request_for(std::string_view target)
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\nX-Note: something\r\n\r\n";
}

/// Keeps the compiler from leaving out an allocation that nobody looks at.
void look_at(void* pointer)
{
    asm volatile("" : : "r"(pointer) : "memory");
}

} // namespace

TEST_CASE("the counter sees every way to get memory, coroutine frames among them")
{
    const auto costs = [](auto&& work) {
        const std::uint64_t before = allocations_of_this_thread();
        work();
        return allocations_of_this_thread() - before;
    };
    const auto release = [](void* made) {
        look_at(made);
        std::free(made);
    };
    CHECK(costs([] {}) == 0);
    CHECK(costs([&] { release(std::malloc(10)); }) == 1);
    CHECK(costs([&] { release(std::calloc(10, 10)); }) == 1);
    CHECK(costs([&] {
              void* made = std::malloc(10);
              look_at(made);
              release(std::realloc(made, 100'000));
          }) == 2);
    CHECK(costs([&] { release(std::aligned_alloc(64, 128)); }) == 1);
    CHECK(costs([&] {
              void* made = nullptr;
              CHECK(::posix_memalign(&made, 64, 100) == 0);
              release(made);
          }) == 1);
    struct alignas(256) wide
    {
        char data[256];
    };
    CHECK(costs([] { look_at(std::make_unique<wide>().get()); }) == 1);
    CHECK(costs([] { look_at(std::make_unique<char>().get()); }) == 1);

    // A frame that is made outside of any loop cannot come from a cache.
    const auto coroutine = [](int value) -> awaitable<int> { co_return value; };
    CHECK(costs([&] {
              awaitable<int> made = coroutine(1);
              look_at(&made);
          }) == 1);
    int got = 0;
    const auto twice = [&](int value) -> awaitable<void> {
        const int first = co_await coroutine(value);
        const int second = co_await coroutine(value);
        got = first + second;
    };
    CHECK(costs([&] {
              boost::asio::io_context io{1};
              boost::asio::co_spawn(io, twice(21), [](std::exception_ptr) {});
              io.run();
          }) > 3);
    CHECK(got == 42);
}

TEST_CASE("handlers that do not wait cost no allocation")
{
    const measured_app app;
    raw_client client{app.port()};
    struct row
    {
        const char* target;
        const char* body;
    };
    for (const row& each :
         {row{"/plain", "plain"}, row{"/books/42", "the answer"}, row{"/hooked", "hooked"}}) {
        CAPTURE(each.target);
        const std::string one = request_for(each.target);
        std::string sixteen;
        for (int i = 0; i < 16; ++i)
            sixteen += one;
        CHECK(count(client, [&] {
                  client.send(one);
                  REQUIRE(client.read_body() == each.body);
              }) == 0);
        CHECK(count(client, [&] {
                  client.send(sixteen);
                  for (int i = 0; i < 16; ++i)
                      REQUIRE(client.read_body() == each.body);
              }) == 0);
    }
}

TEST_CASE("a handler that waits for a timer costs no allocation")
{
    const measured_app app;
    raw_client client{app.port()};
    for (const char* target : {"/sleep", "/timer"}) {
        CAPTURE(target);
        const std::string one = request_for(target);
        const std::uint64_t alone = count(client, [&] {
            client.send(one);
            REQUIRE(client.read_body() == "slept");
        });
        CHECK(alone == 0);
        const std::uint64_t pipelined = count(client, [&] {
            client.send(one + one + one + one);
            for (int i = 0; i < 4; ++i)
                REQUIRE(client.read_body() == "slept");
        });
        CHECK(pipelined == 0);
    }
}

TEST_CASE("a coroutine middleware costs one allocation at most")
{
    const measured_app app;
    raw_client client{app.port()};
    const std::uint64_t plain =
        count(client, [&] { REQUIRE(client.fetch("/wrapped") == "wrapped"); });
    CHECK(plain == 0);
    const std::uint64_t waiting =
        count(client, [&] { REQUIRE(client.fetch("/wrapped_timer") == "slept"); });
    CHECK(waiting <= rounds);
}

TEST_CASE("what costs allocations is known")
{
    // Asio keeps two free blocks a thread, and each further coroutine that is alive at once, or
    // each change of size, costs one. These are no promises: the bounds keep them from growing
    // unseen.
    const measured_app app;
    raw_client client{app.port()};
    const auto per_request = [](std::uint64_t counted, int requests) {
        return static_cast<double>(counted) / requests;
    };
    const auto one_of = [&](const char* target) {
        return per_request(
            count(client, [&] { REQUIRE(client.fetch(target) == "slept"); }), rounds);
    };
    const double converted = one_of("/converted");
    MESSAGE("a handler whose result is converted, with sleep_for: " << converted);
    CHECK(converted <= 1.0);
    const double wrapped = one_of("/wrapped_timer");
    MESSAGE("one coroutine middleware around a timer: " << wrapped);
    CHECK(wrapped <= 1.0);
    const double slept = one_of("/wrapped_sleep");
    MESSAGE("one coroutine middleware around sleep_for: " << slept);
    CHECK(slept <= 3.0);

    const double alternating = per_request(
        count(
            client,
            [&] {
                REQUIRE(client.fetch("/sleep") == "slept");
                REQUIRE(client.fetch("/sleep_large") == "slept");
            }),
        2 * rounds);
    MESSAGE("two handlers of different size in turn: " << alternating);
    CHECK(alternating <= 2.0);

    std::vector<raw_client> clients;
    for (int i = 0; i < 16; ++i)
        clients.emplace_back(app.port());
    const std::string request = request_for("/sleep");
    const double at_once = per_request(
        count(
            client,
            [&] {
                for (raw_client& each : clients)
                    each.send(request);
                for (raw_client& each : clients)
                    REQUIRE(each.read_body() == "slept");
            }),
        16 * rounds);
    MESSAGE("sixteen that wait at once: " << at_once);
    CHECK(at_once <= 6.0);
}
