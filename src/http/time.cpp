// SPDX-License-Identifier: BSL-1.0
// The shiftable clock and waiting by it.
#include <frevo/http/time.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/this_coro.hpp>

#include <atomic>

namespace frevo {

namespace {

std::atomic<clock::rep> shifted{0};

} // namespace

clock::time_point clock::now() noexcept
{
    const duration real = std::chrono::steady_clock::now().time_since_epoch();
    return time_point{real + duration{shifted.load(std::memory_order_relaxed)}};
}

void clock::shift(duration forward) noexcept
{
    shifted.fetch_add(forward.count(), std::memory_order_relaxed);
}

awaitable<void> sleep_for(clock::duration time)
{
    timer waiting{co_await boost::asio::this_coro::executor, time};
    co_await waiting.async_wait(boost::asio::deferred);
}

} // namespace frevo
