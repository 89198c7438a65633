// SPDX-License-Identifier: BSL-1.0
// A server on a port of the system's choice, in a thread of its own.
#pragma once

#include "server/server.hpp"

#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace frevo::detail {

/// A worker's objects, of which there are none.
class no_state final : public worker_state_source
{
public:
    std::unique_ptr<worker_state> make(const worker&) const override
    {
        return std::make_unique<nothing>();
    }

private:
    class nothing final : public worker_state
    {
    public:
        std::span<void* const> slots() const noexcept override { return {}; }
    };
};

/// Serves from its construction until stop() or its end.
class running_server
{
public:
    explicit running_server(const service& target, server_options options = {})
        : server_(with_any_port(std::move(options)), target, state_)
    {
        server_.listen();
        thread_ = std::thread{[this] {
            try {
                server_.run();
            } catch (...) {
                failure_ = std::current_exception();
            }
        }};
    }
    ~running_server() { stop(); }
    running_server(const running_server&) = delete;
    running_server& operator=(const running_server&) = delete;

    std::uint16_t port() const noexcept { return server_.port(); }

    /// Begins draining.
    void begin_stop() { server_.stop(); }

    /// Drains and waits for the end. Throws what run() threw.
    void stop()
    {
        if (!thread_.joinable())
            return;
        server_.stop();
        wait();
    }

    /// Waits for the end.
    void wait()
    {
        thread_.join();
        if (failure_)
            std::rethrow_exception(std::exchange(failure_, nullptr));
    }

private:
    static server_options with_any_port(server_options options)
    {
        options.port = 0;
        options.handle_signals = false;
        // Clients of these tests do not use idle connections again once draining has begun.
        options.drain_idle_grace = std::chrono::milliseconds{0};
        return options;
    }

    no_state state_;
    server server_;
    std::exception_ptr failure_;
    std::thread thread_;
};

} // namespace frevo::detail
