// SPDX-License-Identifier: BSL-1.0
// A TCP socket as a stream: attempts by system call, readiness from Asio.
#pragma once

#include "server/stream.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <array>

namespace frevo::detail {

class tcp_stream final : public stream
{
public:
    using socket = boost::asio::basic_stream_socket<
        boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

    tcp_stream(socket connected, const boost::asio::ip::tcp::endpoint& peer);

    io_result try_read(char* into, std::size_t size) noexcept override;
    io_result try_write(std::span<const output_piece> pieces) noexcept override;
    void wait_readable() noexcept override;
    void wait_writable() noexcept override;
    void shutdown_send() noexcept override;
    void close() noexcept override;
    void reset_on_close() noexcept override;
    bool broken() const noexcept override;
    std::string_view peer() const noexcept override;

private:
    struct wait_handler;

    socket socket_;
    boost::asio::ip::tcp::endpoint peer_;
    mutable std::array<char, 56> peer_text_; // printed when first asked for
    mutable unsigned char peer_size_ = 0;
    bool waits_readable_ = false;
    bool waits_writable_ = false;
};

} // namespace frevo::detail
