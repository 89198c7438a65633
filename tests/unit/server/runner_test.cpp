// SPDX-License-Identifier: BSL-1.0
#include "server/exchange.hpp"
#include "server/runner.hpp"
#include "support/captured_log.hpp"
#include "support/simple_service.hpp"

#include <frevo/http/time.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>
#include <string>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;

namespace {

/// Records the answers, which exchanges without a connection drop.
struct recorder
{
    std::vector<unsigned>* statuses;
    void after(const request&, response& answer) const
    {
        statuses->push_back(to_int(answer.status()));
    }
};

class fixture
{
public:
    ~fixture()
    {
        runners.let_go();
        io.reset();
    }

    exchange& job(const char* path)
    {
        exchange& made = exchanges.take();
        made.head.method = method::get;
        request_access::begin(
            made.req, {.head = &made.head,
                       .base = "",
                       .arena = &made.memory,
                       .source = &made,
                       .executor = &executor,
                       .state = {}});
        made.target = targets.at(path);
        request_access::set_endpoint(made.req, *made.target);
        return made;
    }

    void on(const char* path, simple_service::waiting handler)
    {
        endpoint& made = service.on_waiting(path, std::move(handler));
        made.set_chain({any_middleware{recorder{&statuses}}});
        targets[path] = &made;
    }

    void poll()
    {
        io->restart();
        io->poll();
    }

    /// Makes one runner that waits for work.
    void warm_up()
    {
        on("/nothing", [](request&) -> awaitable<response> { co_return response{}; });
        runners.start(job("/nothing"));
        poll();
        statuses.clear();
    }

    std::vector<unsigned> statuses;
    simple_service service;
    std::map<std::string, const endpoint*> targets;
    timer_wheel wheel{clock::now()};
    exchange_pool exchanges{wheel};
    std::optional<boost::asio::io_context> io{std::in_place, 1};
    boost::asio::any_io_executor executor = io->get_executor();
    runner_pool runners{executor};
};

using statuses_t = std::vector<unsigned>;

} // namespace

TEST_CASE("a parked runner finishes a handler that does not wait before start() returns")
{
    fixture f;
    f.warm_up();
    f.on("/", [](request&) -> awaitable<response> { co_return response{status::created}; });
    for (int i = 0; i < 3; ++i)
        f.runners.start(f.job("/"));
    CHECK(f.statuses == statuses_t{201, 201, 201});
    CHECK(f.runners.size() == 1);
    CHECK(f.exchanges.in_use() == 0);
}

TEST_CASE("a new runner takes its first job, also when two are made at once")
{
    fixture f;
    f.on("/", [](request&) -> awaitable<response> { co_return response{status::created}; });
    f.runners.start(f.job("/"));
    f.runners.start(f.job("/"));
    f.poll();
    CHECK(f.statuses == statuses_t{201, 201});
    CHECK(f.runners.size() == 2);
    CHECK(f.exchanges.in_use() == 0);
}

TEST_CASE("a handler that waits keeps its runner, others run meanwhile")
{
    fixture f;
    f.warm_up();
    std::vector<frevo::timer*> waiting;
    f.on("/wait", [&](request&) -> awaitable<response> {
        frevo::timer bell{co_await boost::asio::this_coro::executor, 1h};
        waiting.push_back(&bell);
        try {
            co_await bell.async_wait(boost::asio::deferred);
        } catch (const boost::system::system_error&) { // woken by the test
        }
        co_return response{status::accepted};
    });
    f.on("/", [](request&) -> awaitable<response> { co_return response{status::created}; });
    for (int i = 0; i < 3; ++i)
        f.runners.start(f.job("/wait"));
    f.poll();
    CHECK(f.statuses.empty());
    CHECK(f.runners.size() == 3);
    f.runners.start(f.job("/"));
    f.poll();
    CHECK(f.statuses == statuses_t{201});
    CHECK(f.runners.size() == 4);
    REQUIRE(waiting.size() == 3);
    for (frevo::timer* each : waiting)
        each->cancel();
    f.poll();
    CHECK(f.statuses == statuses_t{201, 202, 202, 202});
    CHECK(f.exchanges.in_use() == 0);
    f.runners.start(f.job("/"));
    CHECK(f.runners.size() == 4);
}

TEST_CASE("cancelling ends what a handler waits for, and destroys what it holds")
{
    fixture f;
    f.warm_up();
    int alive = 0;
    struct held
    {
        explicit held(int& count) : count_(count) { ++count_; }
        held(const held&) = delete;
        held& operator=(const held&) = delete;
        ~held() { --count_; }
        int& count_;
    };
    f.on("/wait", [&](request&) -> awaitable<response> {
        const held something{alive};
        co_await sleep_for(1h);
        co_return response{};
    });
    exchange& job = f.job("/wait");
    f.runners.start(job);
    f.poll();
    CHECK(alive == 1);
    job.cancel(cancel_reason::client_left);
    f.poll();
    CHECK(alive == 0);
    CHECK(f.statuses == statuses_t{503});
    CHECK(f.exchanges.in_use() == 0);
}

TEST_CASE("a runner that was cancelled serves the next handler unharmed")
{
    fixture f;
    f.warm_up();
    int waited = 0;
    f.on("/wait", [](request&) -> awaitable<response> {
        co_await sleep_for(1h);
        co_return response{};
    });
    f.on("/hop", [&](request& req) -> awaitable<response> {
        co_await boost::asio::post(req.executor(), boost::asio::deferred);
        ++waited;
        co_await sleep_for(0s);
        ++waited;
        co_return response{status::created};
    });
    f.on("/swallow", [](request&) -> awaitable<response> {
        try {
            co_await sleep_for(1h);
        } catch (const boost::system::system_error&) {}
        co_return response{status::accepted};
    });
    for (const char* path : {"/wait", "/swallow"}) {
        CAPTURE(path);
        waited = 0;
        f.statuses.clear();
        exchange& job = f.job(path);
        f.runners.start(job);
        f.poll();
        job.cancel(cancel_reason::deadline);
        f.poll();
        f.runners.start(f.job("/hop"));
        // A timer of no length still takes a trip through the reactor.
        for (int i = 0; i < 1000 && waited < 2; ++i)
            f.poll();
        CHECK(waited == 2);
        CHECK(f.statuses.back() == 201);
        CHECK(f.runners.size() == 1);
    }
}

TEST_CASE("a handler that is cancelled before it has begun fails at its first wait")
{
    fixture f;
    int reached = 0;
    f.on("/wait", [&](request&) -> awaitable<response> {
        ++reached;
        co_await sleep_for(1h);
        ++reached;
        co_return response{};
    });
    exchange& job = f.job("/wait");
    f.runners.start(job); // a new runner: nothing has run yet
    job.cancel(cancel_reason::client_left);
    f.poll();
    CHECK(reached <= 1);
    CHECK(f.statuses == statuses_t{503});
    CHECK(f.exchanges.in_use() == 0);
    f.on("/", [](request&) -> awaitable<response> { co_return response{status::created}; });
    f.runners.start(f.job("/"));
    f.poll();
    CHECK(f.statuses.back() == 201);
}

TEST_CASE("an exception becomes an answer and does not cost the runner")
{
    fixture f;
    f.warm_up();
    frevo::testing::captured_log log;
    f.on("/throw", [](request&) -> awaitable<response> {
        co_await sleep_for(0s);
        throw std::runtime_error{"the password is 12345"};
    });
    f.on("/problem", [](request&) -> awaitable<response> {
        throw problem{status::conflict, "No."};
        co_return response{};
    });
    f.on("/early", [](request&) -> awaitable<response> { // no coroutine: it throws when called
        throw std::runtime_error{"too early"};
    });
    f.runners.start(f.job("/throw"));
    for (int i = 0; i < 1000 && f.statuses.empty(); ++i)
        f.poll();
    f.runners.start(f.job("/problem"));
    f.runners.start(f.job("/early"));
    f.poll();
    CHECK(f.statuses == statuses_t{500, 409, 500});
    CHECK(log.count("the password is 12345") == 1);
    CHECK(log.count("too early") == 1);
    CHECK(f.runners.size() == 1);
    CHECK(f.exchanges.in_use() == 0);
}

TEST_CASE("runners that are let go leave nothing behind")
{
    // What must not happen is a leak or a use of the io_context after its end: sanitizers see both.
    fixture f;
    f.warm_up();
    f.on("/wait", [](request&) -> awaitable<response> {
        co_await sleep_for(1h);
        co_return response{};
    });
    f.runners.start(f.job("/wait"));
    f.runners.start(f.job("/wait"));
    f.poll();
    CHECK(f.runners.size() == 2);
    CHECK(f.exchanges.in_use() == 2);
}
