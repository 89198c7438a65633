// SPDX-License-Identifier: BSL-1.0
// What the connections of one thread share.
#pragma once

#include "core/block_pool.hpp"
#include "core/output_buffer.hpp"
#include "server/exchange.hpp"
#include "server/runner.hpp"
#include "server/timer_wheel.hpp"

#include <frevo/config.hpp>
#include <frevo/core/limits.hpp>
#include <frevo/http/service.hpp>
#include <frevo/http/timer.hpp>

#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace frevo::detail {

class connection;

/// What the connections of one thread share: its io_context, wheel and pools, and the service they
/// call.
///
/// Threads: one, that of the io_context. The context must outlive the io_context's handlers:
/// destroy the io_context first, after `let_go`.
class FREVO_COMPONENT_API worker_context
{
public:
    worker_context(boost::asio::io_context& io, const service& target, const frevo::limits& bounds);
    ~worker_context();
    worker_context(const worker_context&) = delete;
    worker_context& operator=(const worker_context&) = delete;

    /// Sets a deadline and keeps the one Asio timer early enough for it.
    void set_deadline(deadline& entry, clock::time_point due, clock::time_point now);

    /// Runs what is due now: for tests, after the clock was shifted.
    void advance_wheel();

    void add(connection& opened) noexcept;
    void remove(connection& closed) noexcept;
    std::size_t connection_count() const noexcept { return count_; }

    /// Asks every connection to end once it has answered what it received.
    void drain(std::chrono::milliseconds idle_grace);
    bool draining() const noexcept { return draining_; }
    std::chrono::milliseconds idle_grace() const noexcept { return idle_grace_; }

    /// Cancels every handler and closes every connection.
    void abort_all();

    /// Destroys what would otherwise need the io_context after its end.
    void let_go();

    /// The text of a Date field. Lifetime: until the next call.
    std::string_view date(clock::time_point now) noexcept;

    const boost::asio::any_io_executor executor;
    const service& target;
    const frevo::limits bounds;
    std::span<void* const> state;
    timer_wheel wheel;
    block_pool blocks;
    exchange_pool exchanges{wheel};
    runner_pool runners;
    output_buffer spare_output; // lent to the connection that is at work

    /// Called after a connection has gone: the listener may have waited for a free descriptor.
    unique_function<void()> on_connection_closed;

private:
    void arm(clock::time_point at);

    std::optional<frevo::timer> timer_;
    clock::time_point date_at_{};
    std::string_view date_;
    clock::time_point armed_at_ = clock::time_point::max();
    connection* first_ = nullptr;
    std::size_t count_ = 0;
    bool draining_ = false;
    std::chrono::milliseconds idle_grace_{0};
};

} // namespace frevo::detail
