// SPDX-License-Identifier: BSL-1.0
// A stream made of memory, which can also be told to misbehave.
#pragma once

#include "server/stream.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace frevo::detail {

class memory_stream;

/// The client's end of a memory_stream.
///
/// Threads: that of the executor.
class memory_pipe
{
public:
    /// Sends bytes to the server.
    void send(std::string_view bytes);
    /// Ends the sending: the server reads the end.
    void end_sending();
    /// Lets the server's next operation fail, as a reset does.
    void reset();

    /// What the server has sent and was not taken yet.
    std::string& received() noexcept { return to_client_; }
    /// Whether the server has ended its sending or closed.
    bool ended() const noexcept { return server_ended_; }
    /// Whether the server has closed.
    bool closed() const noexcept { return closed_; }
    /// Whether the server has told that something was lost.
    bool was_reset() const noexcept { return server_reset_; }

    /// At most so many bytes are moved by one operation. Default: no limit.
    std::size_t read_size = std::numeric_limits<std::size_t>::max();
    std::size_t write_size = std::numeric_limits<std::size_t>::max();
    /// The server can send while less than this lies in received(). Default: no limit.
    std::size_t capacity = std::numeric_limits<std::size_t>::max();
    /// The operation (reads and writes that move something, counted from 0) that fails. Default:
    /// none.
    std::size_t fail_at = std::numeric_limits<std::size_t>::max();
    /// Operations so far, and how many of them were writes.
    std::size_t operations = 0;
    std::size_t writes = 0;

    /// Tells the server that received() was emptied.
    void drained();

private:
    friend class memory_stream;

    bool fails() noexcept { return reset_ || operations++ == fail_at; }

    memory_stream* stream_ = nullptr;
    std::string to_server_;
    std::string to_client_;
    bool client_ended_ = false;
    bool server_ended_ = false;
    bool closed_ = false;
    bool reset_ = false;
    bool server_reset_ = false;
};

class memory_stream final : public stream
{
public:
    memory_stream(boost::asio::any_io_executor executor, std::shared_ptr<memory_pipe> pipe);
    ~memory_stream() override;

    io_result try_read(char* into, std::size_t size) noexcept override;
    io_result try_write(std::span<const output_piece> pieces) noexcept override;
    void wait_readable() noexcept override;
    void wait_writable() noexcept override;
    void shutdown_send() noexcept override;
    void close() noexcept override;
    void reset_on_close() noexcept override { pipe_->server_reset_ = true; }
    bool broken() const noexcept override { return pipe_->reset_; }
    std::string_view peer() const noexcept override { return {}; }

private:
    friend class memory_pipe;

    void wake();
    bool readable() const noexcept;
    bool writable() const noexcept;

    boost::asio::any_io_executor executor_;
    std::shared_ptr<memory_pipe> pipe_;
    bool waits_readable_ = false;
    bool waits_writable_ = false;
    bool posted_ = false;
};

} // namespace frevo::detail
