// SPDX-License-Identifier: BSL-1.0
// One client's connection: reads requests, has them answered, writes the answers in order.
#pragma once

#include "core/block_pool.hpp"
#include "core/output_buffer.hpp"
#include "protocol/http1_session.hpp"
#include "server/exchange.hpp"
#include "server/rate_guard.hpp"
#include "server/stream.hpp"
#include "server/timer_wheel.hpp"

#include <frevo/config.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

namespace frevo::detail {

class worker_context;

/// One client's connection.
///
/// It is not a coroutine but a loop that is entered again whenever something happened (bytes came,
/// a handler finished, a deadline passed) and goes on until nothing is left to do without waiting:
/// that is one place, pump(), for four kinds of events at once. Handlers that wait run as
/// coroutines beside it. Counted by pending waits; the worker's list holds one share until it is
/// closed. Threads: its worker's.
class FREVO_COMPONENT_API connection final : public stream_owner, public deadline
{
public:
    /// Requests of one connection that may be live at once.
    static constexpr std::size_t max_live = 1;
    /// Answers that wait at most before they are written, and before more requests are read.
    static constexpr std::size_t max_output = 64 * 1024;

    connection(worker_context& owner, std::unique_ptr<stream> transport);

    /// Begins to serve.
    void start();

    /// Answers what was received, then closes.
    void drain();

    /// Cancels and closes at once.
    void abort() noexcept;

    std::string_view peer() const noexcept { return stream_->peer(); }

    // --- from exchanges
    void exchange_done(exchange& which) noexcept;
    void handler_overdue(exchange& which) noexcept;
    /// The handler begins to wait for its body, and goes on.
    void body_wanted(exchange& which) noexcept;
    void body_arrived(exchange& which) noexcept;
    void limit_body(exchange& which, std::uint64_t most) noexcept;
    /// The head of a streamed answer can go out; whether its content can; a piece of it.
    void stream_ready() noexcept;
    bool has_room(const exchange& which) const noexcept;
    void write_piece(exchange& which, std::string_view piece);

    // --- from the stream
    void on_readable() noexcept override;
    void on_writable() noexcept override;
    void add_ref() noexcept override { ++references_; }
    void release() noexcept override;

private:
    friend class worker_context;
    struct keep_alive_guard;

    enum class input_state : std::uint8_t
    {
        open,    // requests are read
        stopped, // no further request will be read; answers still go out
    };
    enum class phase : std::uint8_t
    {
        serving,
        lingering, // everything is sent; waits for the peer to close, so that it reads the rest
        closed,
    };

    ~connection();

    // connection.cpp: the loop
    void pump() noexcept;
    void run_loop();
    bool advance();
    bool finished() const noexcept;
    void on_deadline(clock::time_point now) noexcept override;
    bool unwatched() const noexcept;
    void wait_for_more();
    void set_next_deadline();
    void linger();
    void close() noexcept;
    void pump_later();
    void drop_input() noexcept;

    // connection_input.cpp: from bytes to dispatched exchanges
    bool fill();
    bool make_room();
    bool wants_input() const noexcept;
    bool can_parse() const noexcept;
    bool parse();
    session_event next_event() noexcept;
    void on_head();
    void on_body();
    void on_end();
    void on_reject();
    void on_head_late();
    void fail_body(rejection why);
    void dispatch(exchange& which);
    void enqueue(exchange& which) noexcept;
    void refuse(exchange& which, rejection why);
    void on_peer_closed();
    void drop_incomplete() noexcept;
    void cancel_live(cancel_reason why) noexcept;
    void release_idle_memory() noexcept;
    bool idle() const noexcept;
    bool head_begun() const noexcept;

    // connection_stream.cpp: from produced content to bytes
    bool advance_stream();
    bool stream_goes_on() const noexcept;
    void print_stream_head(exchange& which);
    void print_stream_end(exchange& which);
    bool stream_is_whole(exchange& which) const noexcept;
    void break_off() noexcept;

    // connection_output.cpp: from answers to bytes
    void print_front();
    bool print_head(exchange& which, bool keep);
    void pop_front(bool keep);
    void forget_body() noexcept;
    bool keeps_alive(const exchange& answered) const noexcept;
    bool leave_body_unread(exchange& answered) noexcept;
    void stop_input() noexcept;
    static void make_sendable(exchange& which);
    void append_body(response& answer);
    void send_continue(exchange& which);
    bool flush();

    worker_context& worker_;
    std::unique_ptr<stream> stream_;
    http1_session session_;
    output_buffer out_;

    // Input: one block, parsed up to `parsed_`, filled up to `filled_`. A head that is not complete
    // begins at `head_at_` and keeps its bytes together.
    block_ref block_;
    std::uint32_t head_at_ = 0;
    std::uint32_t parsed_ = 0;
    std::uint32_t filled_ = 0;

    exchange* coming_ = nullptr;    // its head is being read
    exchange* receiving_ = nullptr; // its body is being read
    exchange* first_ = nullptr;     // live exchanges in order of arrival
    exchange* last_ = nullptr;
    std::size_t live_ = 0;
    std::uint64_t discard_left_ =
        0; // body bytes of an answered request that are read and dropped at most

    clock::time_point now_{};
    clock::time_point head_since_{};  // when the first byte of the head came, or the connection
    clock::time_point progress_at_{}; // when bytes last moved
    clock::time_point peer_closed_at_{};
    rate_guard receive_; // of a body
    rate_guard send_;    // while the socket is full

    connection* next_ = nullptr; // in the worker's list
    connection* previous_ = nullptr;
    std::uint32_t references_ = 1;

    input_state input_ = input_state::open;
    phase phase_ = phase::serving;
    bool pumping_ = false;
    bool again_ = false;       // something happened inside pump()
    bool output_full_ = false; // parsing stopped because enough answers wait
    bool readable_ = true;     // the last read was not cut short by an empty socket
    bool peer_closed_ = false; // the peer sends no more
    bool discarding_ = false;  // the rest of a body is read and dropped
    bool served_any_ = false;
    bool pump_posted_ = false;
    bool sending_ = false; // the socket was full
};

} // namespace frevo::detail
