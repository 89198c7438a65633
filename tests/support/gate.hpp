// SPDX-License-Identifier: BSL-1.0
// Lets handlers wait until the test says go.
#pragma once

#include <frevo/http/awaitable.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/deferred.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>

#include <vector>

namespace frevo::testing {

/// A gate that is closed at first. Threads: one.
class gate
{
public:
    /// Waits for open(). Throws `operation_aborted` when the handler is cancelled before.
    awaitable<void> wait()
    {
        if (open_)
            co_return;
        frevo::timer bell{co_await boost::asio::this_coro::executor, std::chrono::hours{10'000}};
        const entry self{*this, bell};
        try {
            co_await bell.async_wait(boost::asio::deferred);
        } catch (const boost::system::system_error&) {
            if (!open_)
                throw;
        }
    }

    /// Lets everybody through, now and later.
    void open()
    {
        open_ = true;
        for (frevo::timer* each : waiting_)
            each->cancel();
    }

    void close() noexcept { open_ = false; }

    /// How many wait.
    std::size_t waiting() const noexcept { return waiting_.size(); }

private:
    struct entry
    {
        entry(gate& owner, frevo::timer& bell) : owner_(owner), bell_(bell)
        {
            owner_.waiting_.push_back(&bell_);
        }
        ~entry() { std::erase(owner_.waiting_, &bell_); }
        entry(const entry&) = delete;
        entry& operator=(const entry&) = delete;
        gate& owner_;
        frevo::timer& bell_;
    };

    std::vector<frevo::timer*> waiting_;
    bool open_ = false;
};

/// Counts the objects that exist.
class counted
{
public:
    explicit counted(int& alive) noexcept : alive_(alive) { ++alive_; }
    ~counted() { --alive_; }
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;

private:
    int& alive_;
};

} // namespace frevo::testing
