// SPDX-License-Identifier: BSL-1.0
// Hands jobs to threads and their results back to the event loops.
#include "server/offload_pool.hpp"

#include <frevo/core/problem.hpp>
#include <frevo/core/unique_function.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace frevo::detail {

namespace asio = boost::asio;

/// A job in the queue; it lives in the frame of the coroutine that waits for it.
struct offload_pool::entry
{
    entry(offload_job& work, asio::any_io_executor caller) noexcept
        : job(work), executor(std::move(caller))
    {}

    /// Resumes the caller on its own thread. Afterwards the entry is gone.
    void complete(boost::system::error_code result)
    {
        // The frame, and this entry with it, ends during the call: all it needs must be out before.
        asio::any_io_executor target = std::move(executor);
        asio::post(target, [resume = std::move(handler), result]() mutable { resume(result); });
    }

    offload_job& job;
    asio::any_io_executor executor;
    unique_function<void(boost::system::error_code)> handler;
};

namespace {

problem overloaded()
{
    problem refusal{status::service_unavailable, "Too much work is waiting."};
    refusal.header(field::retry_after, "1");
    return refusal;
}

} // namespace

offload_pool::offload_pool(std::size_t threads, std::size_t max_queued) noexcept
    : thread_count_(std::max<std::size_t>(threads, 1)), max_queued_(max_queued)
{}

offload_pool::~offload_pool()
{
    stop();
}

awaitable<void> offload_pool::run(offload_job& job)
{
    asio::any_io_executor caller = co_await asio::this_coro::executor;
    entry waiting{job, std::move(caller)};
    reserve(); // refuses here, since nothing may be thrown while the coroutine is being suspended
    co_await asio::async_initiate<const asio::deferred_t, void(boost::system::error_code)>(
        [this, &waiting](auto handler) {
            auto slot = asio::get_associated_cancellation_slot(handler);
            if (slot.is_connected()) {
                slot.assign([this, &waiting](asio::cancellation_type) {
                    if (take_back(waiting))
                        waiting.complete(asio::error::operation_aborted);
                });
            }
            waiting.handler = std::move(handler);
            submit(waiting);
        },
        asio::deferred);
}

/// Takes a place in the queue.
void offload_pool::reserve()
{
    const std::lock_guard lock{guard_};
    if (stopped_ || places_ >= max_queued_ + thread_count_)
        throw overloaded();
    if (places_ >= threads_.size() && threads_.size() < thread_count_)
        threads_.emplace_back([this] { work(); });
    ++places_;
}

void offload_pool::submit(entry& waiting)
{
    {
        const std::lock_guard lock{guard_};
        if (!stopped_) {
            queue_.push_back(&waiting);
            wake_.notify_one();
            return;
        }
    }
    waiting.complete(asio::error::operation_aborted);
}

bool offload_pool::take_back(entry& waiting)
{
    const std::lock_guard lock{guard_};
    if (std::erase(queue_, &waiting) == 0)
        return false;
    --places_;
    return true;
}

void offload_pool::work()
{
    std::unique_lock lock{guard_};
    for (;;) {
        wake_.wait(lock, [this] { return stopped_ || !queue_.empty(); });
        if (queue_.empty())
            return;
        entry& next = *queue_.front();
        queue_.pop_front();
        lock.unlock();
        next.job.run();
        lock.lock();
        --places_;
        lock.unlock();
        next.complete({});
        lock.lock();
    }
}

void offload_pool::stop()
{
    std::deque<entry*> dropped;
    std::vector<std::thread> ending;
    {
        const std::lock_guard lock{guard_};
        stopped_ = true;
        dropped.swap(queue_);
        ending.swap(threads_);
    }
    wake_.notify_all();
    for (entry* each : dropped)
        each->complete(asio::error::operation_aborted);
    for (std::thread& each : ending)
        each.join();
}

} // namespace frevo::detail
