// SPDX-License-Identifier: BSL-1.0
// Tells until when a peer may go on at its speed.
#pragma once

#include <frevo/http/time.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace frevo::detail {

/// Credit for a peer that has to keep a least average speed: waiting spends it, bytes earn it. It
/// is never more than the grace, so that a fast beginning buys no long end.
class rate_guard
{
public:
    /// \param rate bytes per second; 0 for no least speed
    void start(clock::time_point now, std::uint32_t rate, clock::duration grace) noexcept
    {
        rate_ = rate;
        grace_ = credit_ = grace;
        since_ = now;
        running_ = true;
    }

    /// Stops the clock: nobody waits for the peer.
    void pause(clock::time_point now) noexcept
    {
        if (running_)
            credit_ -= now - since_;
        running_ = false;
    }

    void resume(clock::time_point now) noexcept
    {
        if (!running_)
            since_ = now;
        running_ = true;
    }

    void add(clock::time_point now, std::size_t bytes) noexcept
    {
        if (rate_ == 0)
            return;
        if (running_)
            credit_ -= now - since_;
        since_ = now;
        // At most an hour at a time: the product fits for every rate, and so does the sum.
        const auto counted = std::min<std::uint64_t>(bytes, std::uint64_t{rate_} * 3600);
        const std::chrono::microseconds earned{counted * 1'000'000 / rate_};
        credit_ = std::min<clock::duration>(credit_ + earned, grace_);
    }

    /// When the credit is spent if nothing more comes.
    clock::time_point due() const noexcept
    {
        return rate_ == 0 ? clock::time_point::max() : since_ + credit_;
    }

private:
    clock::time_point since_{};
    clock::duration grace_{};
    clock::duration credit_{};
    std::uint32_t rate_ = 0;
    bool running_ = false;
};

} // namespace frevo::detail
