// SPDX-License-Identifier: BSL-1.0
#include <frevo/http/time.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <exception>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// Makes timers that wait already look at the clock again.
void nudge(asio::io_context& io)
{
    frevo::timer early{io};
    early.expires_at(frevo::clock::time_point::min());
    early.async_wait([](boost::system::error_code) {});
    io.restart();
    io.poll();
}

} // namespace

TEST_CASE("the clock is steady and can be shifted forward")
{
    const auto first = frevo::clock::now();
    const auto second = frevo::clock::now();
    CHECK(second >= first);
    frevo::clock::shift(1h);
    const auto third = frevo::clock::now();
    CHECK(third - second >= 1h);
    CHECK(frevo::clock::now() >= third);
}

TEST_CASE("shifts from several threads add up")
{
    const auto before = frevo::clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            for (int n = 0; n < 100; ++n)
                frevo::clock::shift(1min);
        });
    }
    for (std::thread& each : threads)
        each.join();
    const auto passed = frevo::clock::now() - before;
    CHECK(passed >= 400min);
    CHECK(passed < 500min);
}

TEST_CASE("sleep_for follows the clock")
{
    asio::io_context io{1};
    int awake = 0;
    const auto nap = [&awake](frevo::clock::duration time) -> frevo::awaitable<void> {
        co_await frevo::sleep_for(time);
        ++awake;
    };
    asio::co_spawn(io, nap(1h), [](std::exception_ptr) {});
    asio::co_spawn(io, nap(2h), [](std::exception_ptr) {});
    io.poll();
    CHECK(awake == 0);
    frevo::clock::shift(59min);
    nudge(io);
    CHECK(awake == 0);
    frevo::clock::shift(2min);
    nudge(io);
    CHECK(awake == 1);
    frevo::clock::shift(1h);
    nudge(io);
    CHECK(awake == 2);
}

TEST_CASE("sleep_for of no time still ends")
{
    asio::io_context io{1};
    int awake = 0;
    const auto nap = [&awake](frevo::clock::duration time) -> frevo::awaitable<void> {
        co_await frevo::sleep_for(time);
        ++awake;
    };
    asio::co_spawn(io, nap(0s), [](std::exception_ptr) {});
    asio::co_spawn(io, nap(-5s), [](std::exception_ptr) {});
    io.run();
    CHECK(awake == 2);
}

TEST_CASE("a sleeper that is cancelled says so")
{
    asio::io_context io{1};
    asio::cancellation_signal stop;
    std::exception_ptr failure;
    asio::co_spawn(
        io, frevo::sleep_for(1h),
        asio::bind_cancellation_slot(
            stop.slot(), [&failure](std::exception_ptr error) { failure = error; }));
    io.poll();
    CHECK_FALSE(failure);
    stop.emit(asio::cancellation_type::terminal);
    io.restart();
    io.poll();
    REQUIRE(failure);
    try {
        std::rethrow_exception(failure);
    } catch (const boost::system::system_error& error) {
        CHECK(error.code() == asio::error::operation_aborted);
    }
}
