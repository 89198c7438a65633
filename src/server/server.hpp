// SPDX-License-Identifier: BSL-1.0
// The server: its workers, signals and the way down.
#pragma once

#include <frevo/http/service.hpp>
#include <frevo/http/worker_state.hpp>
#include <frevo/server/options.hpp>

#include <cstdint>
#include <memory>

namespace frevo::detail {

class server
{
public:
    server(const server_options& options, const service& target, const worker_state_source& state);
    ~server();
    server(const server&) = delete;
    server& operator=(const server&) = delete;

    /// Binds all workers. Throws `boost::system::system_error` ("bind 127.0.0.1:8080: Address
    /// already in use").
    void listen();

    /// The port that was bound. After listen().
    std::uint16_t port() const noexcept;

    /// Serves until stop() or a signal has drained it. Rethrows what a worker's start-up threw.
    void run();

    /// Begins draining. Threads: any; also before run(), twice, and from a handler.
    void stop() noexcept;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

} // namespace frevo::detail
