// SPDX-License-Identifier: BSL-1.0
// What a request costs the allocator, counted on the server's thread over a real socket.
#include "counted_malloc.hpp"
#include "support/raw_client.hpp"

#include <frevo/frevo.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

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
        // Asio keeps two free frames a thread: the handler's and the one of sleep_for. A handler
        // that returns something else than a response has a third, the adapter's.
        app_.get("/sleep", []() -> awaitable<response> {
            co_await frevo::sleep_for(1us);
            co_return response{"slept"};
        });
        app_.get("/adapted", []() -> awaitable<const char*> {
            co_await frevo::sleep_for(1us);
            co_return "slept";
        });
        app_.get("/sleep_large", []() -> awaitable<response> {
            std::array<volatile char, 700> kept{};
            kept[0] = 'a';
            co_await frevo::sleep_for(1us);
            kept[1] = kept[0];
            co_return response{"slept"};
        });
        app_.get("/wrapped", []() -> awaitable<response> { co_return response{"slept"}; })
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
    const std::string one = request_for("/sleep");
    CHECK(count(client, [&] {
              client.send(one);
              REQUIRE(client.read_body() == "slept");
          }) == 0);
    CHECK(count(client, [&] {
              client.send(one + one + one + one);
              for (int i = 0; i < 4; ++i)
                  REQUIRE(client.read_body() == "slept");
          }) == 0);
}

TEST_CASE("what costs allocations is known")
{
    // Asio keeps two free blocks a thread, so these are no promises but measures: the bounds keep
    // them from growing unseen.
    const measured_app app;
    raw_client client{app.port()};
    const auto per_request = [](std::uint64_t counted, int requests) {
        return static_cast<double>(counted) / requests;
    };

    const std::string wrapped = request_for("/wrapped");
    const double middleware = per_request(
        count(
            client,
            [&] {
                client.send(wrapped);
                REQUIRE(client.read_body() == "slept");
            }),
        rounds);
    MESSAGE("allocations a request, one coroutine middleware: " << middleware);
    CHECK(middleware <= 2.0);

    const std::string adapted = request_for("/adapted");
    const double other_type = per_request(
        count(
            client,
            [&] {
                client.send(adapted);
                REQUIRE(client.read_body() == "slept");
            }),
        rounds);
    MESSAGE("allocations a request, a timer in a handler that returns text: " << other_type);
    CHECK(other_type <= 1.0);

    const std::string small = request_for("/sleep");
    const std::string large = request_for("/sleep_large");
    const double alternating = per_request(
        count(
            client,
            [&] {
                client.send(small);
                REQUIRE(client.read_body() == "slept");
                client.send(large);
                REQUIRE(client.read_body() == "slept");
            }),
        2 * rounds);
    MESSAGE("allocations a request, two handlers of different size in turn: " << alternating);
    CHECK(alternating <= 2.0);

    std::vector<raw_client> clients;
    for (int i = 0; i < 16; ++i)
        clients.emplace_back(app.port());
    const double at_once = per_request(
        count(
            client,
            [&] {
                for (raw_client& each : clients)
                    each.send(small);
                for (raw_client& each : clients)
                    REQUIRE(each.read_body() == "slept");
            }),
        16 * rounds);
    MESSAGE("allocations a request, sixteen that wait at once: " << at_once);
    CHECK(at_once <= 6.0);
}
