// SPDX-License-Identifier: BSL-1.0
#include "server/worker_context.hpp"
#include "support/test_worker.hpp"

#include <frevo/core/date.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;

namespace {

class bell_deadline final : public deadline
{
public:
    int rung = 0;

private:
    void on_deadline(clock::time_point) noexcept override { ++rung; }
};

} // namespace

TEST_CASE("the one timer is always early enough for the next deadline")
{
    simple_service service;
    test_worker worker{service};
    bell_deadline far;
    bell_deadline near;
    auto now = clock::now();
    worker.context().set_deadline(far, now + 2h, now);
    worker.context().set_deadline(near, now + 1h, now); // earlier than what the timer waits for
    worker.advance(59min);
    CHECK(near.rung == 0);
    worker.advance(2min);
    CHECK(near.rung == 1);
    CHECK(far.rung == 0);
    worker.advance(1h);
    CHECK(far.rung == 1);
    // And again after the wheel was empty.
    now = clock::now();
    worker.context().set_deadline(near, now + 1h, now);
    worker.advance(61min);
    CHECK(near.rung == 2);
    CHECK(far.rung == 1);
}

TEST_CASE("a deadline that is put off again and again is met in the end")
{
    simple_service service;
    test_worker worker{service};
    bell_deadline bell;
    for (int i = 0; i < 20; ++i) {
        const auto now = clock::now();
        worker.context().set_deadline(bell, now + 1h, now);
        worker.advance(30min);
        CHECK(bell.rung == 0);
    }
    worker.advance(31min);
    CHECK(bell.rung == 1);
}

TEST_CASE("advance_wheel meets by itself what a shifted clock has made due")
{
    simple_service service;
    test_worker worker{service};
    bell_deadline bell;
    const auto now = clock::now();
    worker.context().set_deadline(bell, now + 1h, now);
    worker.context().advance_wheel();
    CHECK(bell.rung == 0);
    clock::shift(2h);
    worker.context().advance_wheel();
    CHECK(bell.rung == 1);
}

TEST_CASE("the date is the current one, as HTTP prints it")
{
    simple_service service;
    test_worker worker{service};
    const auto seconds = [] {
        return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    };
    const auto before = seconds();
    const std::string printed{worker.context().date(clock::now())};
    const auto after = seconds();
    const auto parsed = parse_http_date(printed);
    REQUIRE(parsed);
    CHECK(*parsed >= before);
    CHECK(*parsed <= after);
    const auto now = clock::now();
    const std::string_view first = worker.context().date(now);
    CHECK(worker.context().date(now).data() == first.data());
}

TEST_CASE("connections are counted, and each that goes is told")
{
    simple_service service;
    test_worker worker{service};
    int closed = 0;
    worker.context().on_connection_closed = [&closed] { ++closed; };
    std::vector<std::shared_ptr<memory_pipe>> pipes;
    for (int i = 0; i < 5; ++i)
        pipes.push_back(worker.connect());
    CHECK(worker.context().connection_count() == 5);
    // First, last and one in between, so that every link of the list is cut once.
    for (const std::size_t i : {4u, 0u, 2u}) {
        pipes[i]->end_sending();
        worker.run();
    }
    CHECK(closed == 3);
    CHECK(worker.context().connection_count() == 2);
    worker.context().abort_all();
    CHECK(closed == 5);
    CHECK(worker.context().connection_count() == 0);
    CHECK_FALSE(worker.context().draining());
}

TEST_CASE("draining is remembered with its grace")
{
    simple_service service;
    test_worker worker{service};
    worker.context().drain(77ms);
    CHECK(worker.context().draining());
    CHECK(worker.context().idle_grace() == 77ms);
}
