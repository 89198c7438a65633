// SPDX-License-Identifier: BSL-1.0
// One coroutine that waits until it is woken or cancelled.
#pragma once

#include <frevo/core/unique_function.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>

#include <utility>

namespace frevo::detail {

/// The place where one coroutine waits: `co_await async_initiate(..., [](auto handler) {
/// place.park(std::move(handler), executor); })`. Threads: one.
class waiter
{
public:
    /// Keeps the handler of an initiated operation until it is woken. Cancelled, it ends with
    /// `operation_aborted`, never from inside of the cancellation.
    template <class Handler>
    void park(Handler handler, const boost::asio::any_io_executor& executor)
    {
        auto slot = boost::asio::get_associated_cancellation_slot(handler);
        if (slot.is_connected()) {
            slot.assign([this, &executor](boost::asio::cancellation_type) {
                boost::asio::post(executor, [parked = std::exchange(parked_, nullptr)]() mutable {
                    if (parked)
                        parked(boost::asio::error::operation_aborted);
                });
            });
        }
        parked_ = std::move(handler);
    }

    bool waiting() const noexcept { return static_cast<bool>(parked_); }

    /// Resumes the coroutine, inside of this call; does nothing when none waits.
    void wake()
    {
        if (auto parked = std::exchange(parked_, nullptr))
            parked({});
    }

    void clear() noexcept { parked_ = nullptr; }

private:
    unique_function<void(boost::system::error_code)> parked_;
};

} // namespace frevo::detail
