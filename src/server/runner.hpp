// SPDX-License-Identifier: BSL-1.0
// Coroutines that are spawned once and run one handler after another.
#pragma once

#include <frevo/core/unique_function.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/http/response.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace frevo::detail {

class exchange;
class runner_pool;

/// A parked coroutine that runs a handler when it is given one: cheaper than spawning a coroutine
/// for each, and each has a cancellation signal of its own.
class runner
{
public:
    runner(runner_pool& pool, boost::asio::any_io_executor executor);
    runner(const runner&) = delete;
    runner& operator=(const runner&) = delete;

    /// Runs the exchange's handler. A parked runner does so at once and returns when the handler
    /// has finished or waits; a new one does so soon.
    void start(exchange& job);

    /// Ends what the handler awaits with `operation_aborted`.
    void cancel() noexcept;

private:
    friend class runner_pool;

    awaitable<void> loop();

    runner_pool& pool_;
    boost::asio::cancellation_signal signal_;
    unique_function<void()> parked_;
    exchange* job_ = nullptr;
    bool cancelled_ = false;
};

/// The runners of one worker.
class runner_pool
{
public:
    explicit runner_pool(boost::asio::any_io_executor executor);
    ~runner_pool();
    runner_pool(const runner_pool&) = delete;
    runner_pool& operator=(const runner_pool&) = delete;

    void start(exchange& job);

    /// Destroys the parked coroutines, whose end needs the io_context; none is parked afterwards.
    void let_go() noexcept;

    /// Runners in all, busy or parked.
    std::size_t size() const noexcept { return all_.size(); }

private:
    friend class runner;

    void park(runner& idle);
    void remove(runner& gone) noexcept;

    boost::asio::any_io_executor executor_;
    std::vector<std::unique_ptr<runner>> all_;
    std::vector<runner*> parked_;
    bool ending_ = false;
};

} // namespace frevo::detail
