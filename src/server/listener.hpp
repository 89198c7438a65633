// SPDX-License-Identifier: BSL-1.0
// A worker's listening socket: accepts, pauses when there is no room, and ends without losing
// anybody.
#pragma once

#include "server/tcp_stream.hpp"
#include "server/worker_context.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <cstddef>

namespace frevo::detail {

/// Opens a listening socket. Throws `system_error`, "bind 127.0.0.1:8080: Address already in use".
boost::asio::ip::tcp::acceptor open_listener(
    boost::asio::io_context& io, const boost::asio::ip::tcp::endpoint& at, int backlog,
    bool share_port);

/// Accepts connections for one worker.
///
/// Threads: the worker's; the count of open connections is shared by all workers.
class listener
{
public:
    listener(
        boost::asio::io_context& io, boost::asio::ip::tcp::acceptor acceptor,
        worker_context& worker, std::atomic<std::size_t>& open_connections,
        std::size_t max_connections);

    void start();

    /// Accepts everybody who has connected already, then closes the socket.
    void stop();

    /// Closes the socket. Handlers that wait still run afterwards, so run the io_context once more
    /// before the listener ends.
    void close() noexcept;

    std::size_t accepted() const noexcept { return accepted_; }

private:
    enum class outcome : unsigned char
    {
        accepted,
        nobody, // nobody waits
        pause,  // no room: too many connections, or no descriptors
    };

    void wait();
    void accept_all();
    outcome accept_one();
    void pause();

    // How long accepting rests when descriptors or memory have run out; a closing connection ends
    // it earlier.
    static constexpr std::chrono::milliseconds pause_time{100};

    boost::asio::io_context& io_;
    boost::asio::ip::tcp::acceptor acceptor_;
    worker_context& worker_;
    std::atomic<std::size_t>& open_;
    const std::size_t max_open_;
    frevo::timer pause_timer_;
    std::size_t accepted_ = 0;
    bool paused_ = false;
    bool stopped_ = false;
    bool told_ = false; // about running out of descriptors; once until everybody was let in
};

} // namespace frevo::detail
