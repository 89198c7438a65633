// SPDX-License-Identifier: BSL-1.0
// Binds, runs and stops the workers.
#include "server/server.hpp"

#include "server/worker_thread.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <csignal>
#include <mutex>
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

    server_shared shared;
    std::vector<std::unique_ptr<worker_thread>> workers;
    std::uint16_t port = 0;
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
    // Jobs that run use frames of the workers' coroutines.
    parts_->shared.offload.stop();
}

void server::listen()
{
    const server_options& options = parts_->shared.options;
    boost::system::error_code failure;
    const auto address = boost::asio::ip::make_address(options.address, failure);
    if (failure)
        throw boost::system::system_error{failure, "the address \"" + options.address + '"'};
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
}

std::uint16_t server::port() const noexcept
{
    return parts_->port;
}

void server::run()
{
    boost::asio::signal_set signals{parts_->workers.front()->io()};
    // A signal may have come while the last worker ended; its handler then runs after this
    // function.
    const auto serving = std::make_shared<char>();
    std::function<void(boost::system::error_code, int)> on_signal =
        [&, watched = std::weak_ptr{serving}](boost::system::error_code failure, int) {
            if (failure || watched.expired())
                return;
            stop();
            signals.async_wait(on_signal); // a second one ends at once
        };
    if (parts_->shared.options.handle_signals) {
        signals.add(SIGINT);
        signals.add(SIGTERM);
        signals.async_wait(on_signal);
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < parts_->workers.size(); ++i)
        threads.emplace_back([each = parts_->workers[i].get()] { each->run(); });
    parts_->workers.front()->run();
    for (std::thread& each : threads)
        each.join();
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
