// SPDX-License-Identifier: BSL-1.0
// One thread of the server with its io_context, its listener and its connections.
#pragma once

#include "server/listener.hpp"
#include "server/offload_pool.hpp"
#include "server/worker_context.hpp"

#include <frevo/http/worker_state.hpp>
#include <frevo/server/options.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

namespace frevo::detail {

/// What all workers share.
struct server_shared
{
    server_options options;
    const service& target;
    const worker_state_source& state;
    offload_pool offload;
    std::atomic<std::size_t> open_connections{0};
    std::function<void()> stop_all; // when a worker cannot start
};

/// One worker. Made and run by its server; everything in it belongs to the thread that calls run().
class worker_thread
{
public:
    worker_thread(server_shared& shared, std::size_t index);
    ~worker_thread();
    worker_thread(const worker_thread&) = delete;
    worker_thread& operator=(const worker_thread&) = delete;

    boost::asio::io_context& io() noexcept { return *io_; }

    /// Takes over an open listening socket. Before run().
    void listen_on(boost::asio::ip::tcp::acceptor acceptor);

    /// Serves until it has been drained.
    void run() noexcept;

    /// Begins draining; a second call ends at once what is left. Threads: any.
    void stop();

    /// What run() failed with, if it did.
    std::exception_ptr failure() const noexcept { return failure_; }

private:
    void begin_drain();
    void force();
    void end_when_empty();

    server_shared& shared_;
    const std::size_t index_;
    std::unique_ptr<boost::asio::io_context> io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    worker_context context_;
    std::unique_ptr<worker_state> state_;
    std::optional<listener> listener_;
    std::optional<frevo::timer> drain_timer_;
    std::exception_ptr failure_;
    clock::time_point drain_until_{};
    bool draining_ = false;
    bool forced_ = false;
};

} // namespace frevo::detail
