// SPDX-License-Identifier: BSL-1.0
// Accepting connections.
#include "server/listener.hpp"

#include "server/connection.hpp"

#include <frevo/core/log.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/system/system_error.hpp>

#include <memory>
#include <string>
#include <sys/socket.h>
#include <utility>

namespace frevo::detail {

namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// Accepted in a row before connections get their turn.
constexpr int max_batch = 64;

std::string to_text(const tcp::endpoint& at)
{
    const std::string address = at.address().to_string();
    return (at.address().is_v6() ? '[' + address + ']' : address) + ':' + std::to_string(at.port());
}

bool is_out_of_resources(const error_code& failure) noexcept
{
    return failure == boost::asio::error::no_descriptors ||
           failure == boost::system::errc::too_many_files_open_in_system ||
           failure == boost::asio::error::no_buffer_space ||
           failure == boost::asio::error::no_memory;
}

} // namespace

tcp::acceptor
open_listener(boost::asio::io_context& io, const tcp::endpoint& at, int backlog, bool share_port)
{
    const auto check = [&at](const error_code& failure) {
        if (failure)
            throw boost::system::system_error{failure, "cannot listen on " + to_text(at)};
    };
    error_code failure;
    tcp::acceptor made{io};
    made.open(at.protocol(), failure);
    check(failure);
    if (at.address().is_v6()) {
        // "::" means both families, whatever the system's default is.
        made.set_option(boost::asio::ip::v6_only{false}, failure);
        check(failure);
    }
    made.set_option(tcp::acceptor::reuse_address{true}, failure);
    check(failure);
    if (share_port) {
        using reuse_port = boost::asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
        made.set_option(reuse_port{true}, failure);
        check(failure);
    }
    made.bind(at, failure);
    check(failure);
    made.listen(backlog, failure);
    check(failure);
    made.non_blocking(true, failure);
    check(failure);
    return made;
}

listener::listener(
    boost::asio::io_context& io, tcp::acceptor acceptor, worker_context& worker,
    std::atomic<std::size_t>& open_connections, std::size_t max_connections)
    : io_(io),
      acceptor_(std::move(acceptor)),
      worker_(worker),
      open_(open_connections),
      max_open_(max_connections),
      pause_timer_(io)
{
    worker_.on_connection_closed = [this] {
        open_.fetch_sub(1, std::memory_order_relaxed);
        if (paused_)
            pause_timer_.cancel();
    };
}

void listener::start()
{
    wait();
}

void listener::wait()
{
    if (stopped_)
        return;
    acceptor_.async_wait(tcp::acceptor::wait_read, [this](error_code failure) {
        if (!failure)
            accept_all();
    });
}

void listener::accept_all()
{
    for (int i = 0; i < max_batch && !stopped_; ++i) {
        switch (accept_one()) {
        case outcome::accepted:
            continue;
        case outcome::nobody:
            wait();
            return;
        case outcome::pause:
            pause();
            return;
        }
    }
    wait();
}

listener::outcome listener::accept_one()
{
    if (open_.load(std::memory_order_relaxed) >= max_open_)
        return outcome::pause;
    tcp_stream::socket socket{io_.get_executor()};
    tcp::endpoint peer;
    error_code failure;
    acceptor_.accept(socket, peer, failure);
    if (failure == boost::asio::error::would_block || failure == boost::asio::error::try_again) {
        told_ = false;
        return outcome::nobody;
    }
    if (is_out_of_resources(failure)) {
        if (!std::exchange(told_, true))
            log(log_level::warning, "accepting pauses", {{"why", failure.message()}});
        return outcome::pause;
    }
    if (failure) // the peer has gone meanwhile; accept(2) lists what may happen
        return outcome::accepted;
    try {
        auto* made = new connection{worker_, std::make_unique<tcp_stream>(std::move(socket), peer)};
        open_.fetch_add(1, std::memory_order_relaxed);
        ++accepted_;
        made->start();
    } catch (const std::bad_alloc&) {
        return outcome::pause;
    }
    return outcome::accepted;
}

/// The reactor would report the socket as ready at once, again and again.
void listener::pause()
{
    paused_ = true;
    pause_timer_.expires_after(pause_time);
    pause_timer_.async_wait([this](error_code) { // cancelled when a connection has closed
        paused_ = false;
        accept_all();
    });
}

void listener::stop()
{
    if (stopped_)
        return;
    while (accept_one() == outcome::accepted) {}
    close();
}

void listener::close() noexcept
{
    stopped_ = true;
    pause_timer_.cancel();
    error_code ignored;
    acceptor_.close(ignored);
}

} // namespace frevo::detail
