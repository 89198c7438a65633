// SPDX-License-Identifier: BSL-1.0
// The seam between a connection and its transport: non-blocking attempts and readiness.
#pragma once

#include "core/output_buffer.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace frevo::detail {

enum class io_status : unsigned char
{
    ok,          ///< bytes were moved
    would_block, ///< nothing now; wait for readiness
    end,         ///< the peer sends no more (reading only)
    failed,      ///< the connection is gone
};

struct io_result
{
    io_status status;
    std::size_t bytes = 0;
};

/// What a stream tells its connection. The counting keeps the connection alive while a wait is
/// pending.
class stream_owner
{
public:
    virtual void on_readable() noexcept = 0;
    virtual void on_writable() noexcept = 0;
    virtual void add_ref() noexcept = 0;
    virtual void release() noexcept = 0;

protected:
    ~stream_owner() = default;
};

/// A byte stream that never blocks. Belongs to one worker; nothing throws.
class stream
{
public:
    virtual ~stream() = default;

    void attach(stream_owner& owner) noexcept { owner_ = &owner; }

    virtual io_result try_read(char* into, std::size_t size) noexcept = 0;
    virtual io_result try_write(std::span<const output_piece> pieces) noexcept = 0;

    /// Calls on_readable() once reading would not block; later, never from inside. One wait at a
    /// time; a second call while one is pending does nothing. After close() nothing is called.
    virtual void wait_readable() noexcept = 0;
    /// The same for writing.
    virtual void wait_writable() noexcept = 0;

    /// Tells the peer that no more will be sent.
    virtual void shutdown_send() noexcept = 0;
    virtual void close() noexcept = 0;
    /// Makes close() tell the peer that something was lost, by a reset.
    virtual void reset_on_close() noexcept = 0;

    /// Whether the connection was reset, also while unread bytes are in front of that news.
    virtual bool broken() const noexcept = 0;

    /// The peer's address as text. Lifetime: as the stream.
    virtual std::string_view peer() const noexcept = 0;

protected:
    stream_owner* owner_ = nullptr;
};

} // namespace frevo::detail
