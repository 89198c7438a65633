// SPDX-License-Identifier: BSL-1.0
// System calls of a TCP stream.
#include "server/tcp_stream.hpp"

#include <boost/system/error_code.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>

namespace frevo::detail {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL; // a peer that has gone is an error here, not a signal
#else
constexpr int send_flags = 0;
#endif

bool is_would_block(int error) noexcept
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

/// An IPv4 client of a socket that serves both families comes as ::ffff:a.b.c.d.
boost::asio::ip::tcp::endpoint unmapped(const boost::asio::ip::tcp::endpoint& peer)
{
    using namespace boost::asio::ip;
    if (!peer.address().is_v6() || !peer.address().to_v6().is_v4_mapped())
        return peer;
    return {make_address_v4(v4_mapped, peer.address().to_v6()), peer.port()};
}

} // namespace

/// Holds a share of the connection while Asio waits.
struct tcp_stream::wait_handler
{
    wait_handler(tcp_stream& waited, bool for_reading) noexcept
        : stream_(&waited), reading_(for_reading)
    {
        stream_->owner_->add_ref();
    }
    wait_handler(wait_handler&& other) noexcept
        : stream_(std::exchange(other.stream_, nullptr)), reading_(other.reading_)
    {}
    wait_handler& operator=(wait_handler&&) = delete;
    ~wait_handler()
    {
        if (stream_)
            stream_->owner_->release();
    }

    void operator()(boost::system::error_code failure)
    {
        (reading_ ? stream_->waits_readable_ : stream_->waits_writable_) = false;
        if (failure) // only after close()
            return;
        if (reading_)
            stream_->owner_->on_readable();
        else
            stream_->owner_->on_writable();
    }

private:
    tcp_stream* stream_;
    bool reading_;
};

tcp_stream::tcp_stream(socket connected, const boost::asio::ip::tcp::endpoint& peer)
    : socket_(std::move(connected)), peer_(unmapped(peer))
{
    boost::system::error_code ignored;
    socket_.non_blocking(true, ignored);
    // Answers are gathered here; Nagle's algorithm would only delay them.
    socket_.set_option(boost::asio::ip::tcp::no_delay{true}, ignored);
}

io_result tcp_stream::try_read(char* into, std::size_t size) noexcept
{
    for (;;) {
        const ssize_t got = ::recv(socket_.native_handle(), into, size, 0);
        if (got > 0)
            return {io_status::ok, static_cast<std::size_t>(got)};
        if (got == 0)
            return {io_status::end};
        if (errno == EINTR)
            continue;
        return {is_would_block(errno) ? io_status::would_block : io_status::failed};
    }
}

io_result tcp_stream::try_write(std::span<const output_piece> pieces) noexcept
{
    if (pieces.size() == 1) { // the usual case: cheaper than a gather list
        for (;;) {
            const ssize_t sent =
                ::send(socket_.native_handle(), pieces[0].data, pieces[0].size, send_flags);
            if (sent >= 0)
                return {io_status::ok, static_cast<std::size_t>(sent)};
            if (errno == EINTR)
                continue;
            return {is_would_block(errno) ? io_status::would_block : io_status::failed};
        }
    }
    std::array<iovec, 16> list;
    const std::size_t count = std::min(pieces.size(), list.size());
    for (std::size_t i = 0; i < count; ++i)
        list[i] = {const_cast<char*>(pieces[i].data), pieces[i].size};
    msghdr message{};
    message.msg_iov = list.data();
    message.msg_iovlen = count;
    for (;;) {
        const ssize_t sent = ::sendmsg(socket_.native_handle(), &message, send_flags);
        if (sent >= 0)
            return {io_status::ok, static_cast<std::size_t>(sent)};
        if (errno == EINTR)
            continue;
        return {is_would_block(errno) ? io_status::would_block : io_status::failed};
    }
}

void tcp_stream::wait_readable() noexcept
{
    if (!std::exchange(waits_readable_, true))
        socket_.async_wait(socket::wait_read, wait_handler{*this, true});
}

void tcp_stream::wait_writable() noexcept
{
    if (!std::exchange(waits_writable_, true))
        socket_.async_wait(socket::wait_write, wait_handler{*this, false});
}

void tcp_stream::shutdown_send() noexcept
{
    boost::system::error_code ignored;
    socket_.shutdown(socket::shutdown_send, ignored);
}

void tcp_stream::close() noexcept
{
    boost::system::error_code ignored;
    socket_.close(ignored);
}

void tcp_stream::reset_on_close() noexcept
{
    boost::system::error_code ignored;
    socket_.set_option(boost::asio::socket_base::linger{true, 0}, ignored);
}

bool tcp_stream::broken() const noexcept
{
    // The const_cast is for Asio, whose native_handle() is not const.
    pollfd asked{const_cast<socket&>(socket_).native_handle(), 0, 0};
    return ::poll(&asked, 1, 0) > 0; // nothing was asked for, so only an error is reported
}

std::string_view tcp_stream::peer() const noexcept
{
    if (peer_size_ == 0) {
        std::string text;
        try {
            text = peer_.address().is_v6() ? '[' + peer_.address().to_string() + ']'
                                           : peer_.address().to_string();
            text += ':' + std::to_string(peer_.port());
        } catch (...) { // out of memory: an empty address is all there is
            return {};
        }
        peer_size_ = static_cast<unsigned char>(std::min(text.size(), peer_text_.size()));
        std::memcpy(peer_text_.data(), text.data(), peer_size_);
    }
    return {peer_text_.data(), peer_size_};
}

} // namespace frevo::detail
