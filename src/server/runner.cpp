// SPDX-License-Identifier: BSL-1.0
// The coroutine that runs handlers, and the pool of them.
#include "server/runner.hpp"

#include "server/exchange.hpp"

#include <frevo/core/log.hpp>

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace frevo::detail {

namespace asio = boost::asio;

runner::runner(runner_pool& pool, asio::any_io_executor executor) : pool_(pool)
{
    asio::co_spawn(
        executor, loop(),
        asio::bind_cancellation_slot(signal_.slot(), [this](std::exception_ptr failure) {
            if (failure) // loop() lets nothing escape but what it cannot handle
                log(log_level::error, "a runner ended with an exception");
            pool_.remove(*this);
        }));
}

void runner::start(exchange& job)
{
    job_ = &job;
    job.running = this;
    if (parked_)
        std::exchange(parked_, nullptr)();
}

void runner::cancel() noexcept
{
    cancelled_ = true;
    signal_.emit(asio::cancellation_type::terminal);
}

awaitable<void> runner::loop()
{
    for (;;) {
        if (!job_) {
            co_await asio::async_initiate<const asio::deferred_t, void()>(
                [this](auto handler) {
                    if (pool_.ending_) // nobody would resume it; Asio ends it with its handler
                        return;
                    // What the last handler waited for is over.
                    auto slot = asio::get_associated_cancellation_slot(handler);
                    if (slot.is_connected())
                        slot.clear();
                    parked_ = std::move(handler);
                    pool_.park(*this);
                },
                asio::deferred);
            continue;
        }
        exchange& job = *job_;
        const endpoint& target = *job.target;
        std::uint8_t at = 0;
        std::exception_ptr failure;
        if (!job.streaming) {
            response answer;
            try {
                // The same as run(), without its frame: Asio recycles two frames a thread, and one
                // is the handler's.
                std::optional<response> early = enter_hooks(target, job.req, at);
                if (early)
                    answer = *std::move(early);
                else if (at == target.chain().size())
                    answer = co_await target.handle(job.req);
                else {
                    const next rest{target, static_cast<std::uint8_t>(at + 1)};
                    answer = co_await target.chain()[at].get().call(job.req, rest);
                }
            } catch (...) {
                failure = std::current_exception();
            }
            if (failure)
                answer = response_to(std::exchange(failure, nullptr), job.req);
            leave_hooks(target, job.req, 0, at, answer);
            job.take_answer(std::move(answer));
        }
        if (job.streaming) {
            try {
                co_await job.produce();
            } catch (...) {
                failure = std::current_exception();
            }
            if (failure)
                job.fail_stream(std::exchange(failure, nullptr));
        }
        if (cancelled_) { // else the next co_await would throw
            co_await asio::this_coro::reset_cancellation_state(
                asio::enable_terminal_cancellation());
            cancelled_ = false;
        }
        job_ = nullptr;
        job.finish();
    }
}

runner_pool::runner_pool(asio::any_io_executor executor) : executor_(std::move(executor)) {}

runner_pool::~runner_pool() = default;

void runner_pool::start(exchange& job)
{
    if (parked_.empty()) {
        all_.push_back(std::make_unique<runner>(*this, executor_));
        if (parked_.empty()) { // it begins later; Asio promises neither
            all_.back()->start(job);
            return;
        }
    }
    runner* idle = parked_.back();
    parked_.pop_back();
    idle->start(job);
}

void runner_pool::let_go() noexcept
{
    ending_ = true;
    parked_.clear();
    for (const auto& each : all_)
        each->parked_ = nullptr;
}

void runner_pool::park(runner& idle)
{
    parked_.push_back(&idle);
}

void runner_pool::remove(runner& gone) noexcept
{
    std::erase(parked_, &gone);
    std::erase_if(all_, [&gone](const auto& each) { return each.get() == &gone; });
}

} // namespace frevo::detail
