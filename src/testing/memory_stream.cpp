// SPDX-License-Identifier: BSL-1.0
// The two queues of a stream in memory.
#include "testing/memory_stream.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace frevo::detail {

void memory_pipe::send(std::string_view bytes)
{
    to_server_.append(bytes);
    if (stream_)
        stream_->wake();
}

void memory_pipe::end_sending()
{
    client_ended_ = true;
    if (stream_)
        stream_->wake();
}

void memory_pipe::reset()
{
    reset_ = true;
    if (stream_)
        stream_->wake();
}

void memory_pipe::drained()
{
    if (stream_)
        stream_->wake();
}

memory_stream::memory_stream(
    boost::asio::any_io_executor executor, std::shared_ptr<memory_pipe> pipe)
    : executor_(std::move(executor)), pipe_(std::move(pipe))
{
    pipe_->stream_ = this;
}

memory_stream::~memory_stream()
{
    pipe_->stream_ = nullptr;
}

io_result memory_stream::try_read(char* into, std::size_t size) noexcept
{
    if (!readable())
        return {io_status::would_block};
    if (pipe_->fails())
        return {io_status::failed};
    std::string& from = pipe_->to_server_;
    if (from.empty())
        return {io_status::end};
    const std::size_t count = std::min({size, from.size(), pipe_->read_size});
    std::memcpy(into, from.data(), count);
    from.erase(0, count);
    return {io_status::ok, count};
}

io_result memory_stream::try_write(std::span<const output_piece> pieces) noexcept
{
    if (!writable())
        return {io_status::would_block};
    ++pipe_->writes;
    if (pipe_->fails())
        return {io_status::failed};
    std::size_t room = std::min(pipe_->capacity - pipe_->to_client_.size(), pipe_->write_size);
    std::size_t moved = 0;
    for (const output_piece& each : pieces) {
        const std::size_t count = std::min(each.size, room);
        pipe_->to_client_.append(each.data, count);
        moved += count;
        room -= count;
    }
    return {io_status::ok, moved};
}

void memory_stream::wait_readable() noexcept
{
    waits_readable_ = true;
    wake();
}

void memory_stream::wait_writable() noexcept
{
    waits_writable_ = true;
    wake();
}

bool memory_stream::readable() const noexcept
{
    return pipe_->reset_ || pipe_->client_ended_ || !pipe_->to_server_.empty();
}

bool memory_stream::writable() const noexcept
{
    return pipe_->reset_ || pipe_->to_client_.size() < pipe_->capacity;
}

/// Reports readiness later, never from inside, as Asio does.
void memory_stream::wake()
{
    const bool ready = (waits_readable_ && readable()) || (waits_writable_ && writable());
    if (!ready || std::exchange(posted_, true))
        return;
    owner_->add_ref();
    boost::asio::post(executor_, [this, owner = owner_] {
        posted_ = false;
        if (!pipe_->closed_ && waits_readable_ && readable()) {
            waits_readable_ = false;
            owner->on_readable();
        }
        if (!pipe_->closed_ && waits_writable_ && writable()) {
            waits_writable_ = false;
            owner->on_writable();
        }
        owner->release();
    });
}

void memory_stream::shutdown_send() noexcept
{
    pipe_->server_ended_ = true;
}

void memory_stream::close() noexcept
{
    pipe_->server_ended_ = pipe_->closed_ = true;
}

} // namespace frevo::detail
