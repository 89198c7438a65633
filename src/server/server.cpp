// SPDX-License-Identifier: BSL-1.0
// Binds, runs and stops the workers.
#include "server/server.hpp"

#include "server/worker_thread.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace frevo::detail {

using boost::asio::ip::tcp;

struct server::parts
{
    parts(const server_options& options, const service& target, const worker_state_source& state)
        : shared{
              .options = options,
              .target = target,
              .state = state,
              .offload = {options.offload_threads, options.offload_queue},
              .open_connections = {},
              .stop_all = {}}
    {}

    /// Lets SIGINT and SIGTERM drain the server; a second one ends at once.
    void watch_signals()
    {
        signals.emplace(workers.front()->io());
        signals->add(SIGINT);
        signals->add(SIGTERM);
        wait_for_signal();
    }

    void wait_for_signal()
    {
        signals->async_wait([this](boost::system::error_code failure, int) {
            if (failure || ended) // one that came while the last worker ended
                return;
            shared.stop_all();
            wait_for_signal();
        });
    }

    server_shared shared;
    bool ended = false;
    std::uint16_t port = 0;
    std::vector<std::unique_ptr<worker_thread>> workers;
    std::optional<boost::asio::signal_set> signals; // before its io_context ends
};

server::server(
    const server_options& options, const service& target, const worker_state_source& state)
    : parts_(std::make_unique<parts>(options, target, state))
{
    std::size_t count = parts_->shared.options.threads;
    if (count == 0)
        count = std::max(1u, std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < count; ++i)
        parts_->workers.push_back(std::make_unique<worker_thread>(parts_->shared, i));
    parts_->shared.stop_all = [this] { stop(); };
}

server::~server()
{
    parts_->ended = true;
    // Jobs that run use frames of the workers' coroutines.
    parts_->shared.offload.stop();
}

void server::listen()
{
    const server_options& options = parts_->shared.options;
    boost::system::error_code failure;
    const auto address = boost::asio::ip::make_address(options.address, failure);
    if (failure)
        throw boost::system::system_error{
            failure, "cannot listen on \"" + options.address +
                         "\", which is no numeric address such as 127.0.0.1 or ::1"};
    tcp::endpoint at{address, options.port};
    const bool several = parts_->workers.size() > 1;
    if (several && !options.share_port && at.port() != 0) {
        // Sockets that share their port would not notice another program on it.
        open_listener(parts_->workers.front()->io(), at, options.backlog, false);
    }
    for (const auto& each : parts_->workers) {
        tcp::acceptor made =
            open_listener(each->io(), at, options.backlog, several || options.share_port);
        at.port(made.local_endpoint().port()); // for the others, when the system chose it
        each->listen_on(std::move(made));
    }
    parts_->port = at.port();
    // Before anybody is told the port: who knows it may also send the signal.
    if (options.handle_signals)
        parts_->watch_signals();
}

std::uint16_t server::port() const noexcept
{
    return parts_->port;
}

void server::run()
{
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < parts_->workers.size(); ++i)
        threads.emplace_back([each = parts_->workers[i].get()] { each->run(); });
    parts_->workers.front()->run();
    for (std::thread& each : threads)
        each.join();
    parts_->ended = true;
    parts_->signals.reset();
    for (const auto& each : parts_->workers) {
        if (each->failure())
            std::rethrow_exception(each->failure());
    }
}

void server::stop() noexcept
{
    try {
        for (const auto& each : parts_->workers)
            each->stop();
    } catch (...) { // out of memory; there is nothing to do it with
    }
}

} // namespace frevo::detail
