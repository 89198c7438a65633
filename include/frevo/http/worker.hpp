// SPDX-License-Identifier: BSL-1.0
// What a per-worker factory gets.
#pragma once

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>

namespace frevo {

/// One of the server's threads, as a per-worker factory sees it.
class worker
{
public:
    worker(boost::asio::any_io_executor executor, std::size_t index) noexcept
        : executor_(std::move(executor)), index_(index)
    {}

    /// Runs work on this worker's thread.
    const boost::asio::any_io_executor& executor() const noexcept { return executor_; }
    /// Counts from zero.
    std::size_t index() const noexcept { return index_; }

private:
    boost::asio::any_io_executor executor_;
    std::size_t index_;
};

} // namespace frevo
