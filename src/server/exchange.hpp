// SPDX-License-Identifier: BSL-1.0
// One request and its answer: everything that lives from a request's first byte to its answer's
// last.
#pragma once

#include "core/arena.hpp"
#include "core/block_pool.hpp"
#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"
#include "server/timer_wheel.hpp"
#include "server/waiter.hpp"

#include <frevo/http/service.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

class connection;
class exchange_pool;
class runner;

/// The bytes of a request body as they arrive: a view while they lie behind each other in their
/// block, else a copy.
class body_collector
{
public:
    void append(std::string_view piece);
    std::string_view view() const noexcept { return spilled_ ? std::string_view{copy_} : view_; }
    std::size_t size() const noexcept { return view().size(); }
    /// Copies what is only viewed, so that its block may be used anew.
    void spill();
    void clear() noexcept;

private:
    std::string_view view_;
    std::string copy_;
    bool spilled_ = false;
};

/// One request and its answer. Recycled by a pool; the deadline is the handler's.
class exchange final : public request_source, public body_sink, public deadline
{
public:
    exchange(exchange_pool& pool, std::size_t place) noexcept : index(place), pool_(pool) {}

    // --- as the request's source
    std::string_view peer() const noexcept override;
    frevo::cancel_reason cancelled() const noexcept override { return reason; }
    std::optional<std::string_view> whole() const noexcept override;
    awaitable<result<std::string_view>> wait() override;
    awaitable<std::string_view> read_piece() override;
    void limit_body(std::uint64_t most) noexcept override;
    fields trailers() const override;

    // --- as the sink of a streamed answer
    awaitable<void> write(std::string_view piece) override;
    void add_trailer(std::string_view name, std::string_view value) override;

    /// Takes a piece of the body from its block. What a handler reads in pieces stays there until
    /// it asks for the next.
    void receive(std::string_view piece, const block_ref& from);

    /// Resumes the handler that waits for the body, if one does.
    void wake_reader() { reader_.wake(); }
    /// Resumes the producer that waits for room, if one does.
    void wake_writer() { writer_.wake(); }
    bool writer_waits() const noexcept { return writer_.waiting(); }

    /// Keeps what a handler answered, and begins the stream when its content is to be produced.
    void take_answer(response&& made);
    /// Makes the content; the runner awaits it.
    awaitable<void> produce();
    /// Called when produce() threw: the client must not take what came for the whole.
    void fail_stream(const std::exception_ptr& why);

    /// Tells the handler to stop. Its answer, if it still gives one, is used unless the exchange is
    /// abandoned.
    void cancel(cancel_reason why) noexcept;

    /// Called by the runner when the answer is there, or its content has been made.
    void finish();

    /// Cuts the exchange loose from its connection; it goes back to the pool when its handler ends.
    void abandon() noexcept;

    /// Makes it ready for another request. The pool calls it.
    void clear() noexcept;

    exchange_pool& pool() const noexcept { return pool_; }

    std::size_t index; // in the pool
    request_head head;
    request req;
    arena memory;
    block_ref block; // where the head lies
    body_collector content;
    response answer;
    fields answer_trailers;
    std::string trailer_text;       // received
    std::uint64_t content_sent = 0; // of a streamed answer
    const endpoint* target = nullptr;
    connection* owner = nullptr;        // null when abandoned
    runner* running = nullptr;          // while its handler runs as a coroutine
    exchange* next = nullptr;           // in the connection's queue, or in the pool
    rejection failed = rejection::none; // what ended the body early
    frevo::cancel_reason reason = frevo::cancel_reason::none;
    bool dispatched = false;  // its handler was started
    bool received = false;    // the whole body is here
    bool body_wanted = false; // somebody waits for the body, or will take it whole
    bool continued = false;   // 100 Continue was sent
    bool done = false;        // the answer is there
    bool in_pieces = false;   // the body is read piece by piece
    bool streaming = false;   // the answer's head is there, its content is being made
    bool head_sent = false;   // of a streamed answer, as the next
    bool chunked = false;
    bool keep = false;   // the connection goes on behind the answer
    bool broken = false; // the content could not be made to its end

private:
    bool needs_producer() noexcept;
    void begin_stream();

    // How long a handler past its deadline has to end by itself before the client gets its 503
    // without it.
    static constexpr std::chrono::milliseconds stop_grace{50};

    void on_deadline(clock::time_point now) noexcept override;

    exchange_pool& pool_;
    awaitable<void> wait_for_input();

    waiter reader_;
    waiter writer_;
    block_ref piece_block_; // where the piece lies that the handler reads
    bool piece_given_ = false;
};

/// Exchanges of one worker, used again and again.
class exchange_pool
{
public:
    explicit exchange_pool(timer_wheel& wheel) noexcept : wheel_(wheel) {}
    ~exchange_pool();
    exchange_pool(const exchange_pool&) = delete;
    exchange_pool& operator=(const exchange_pool&) = delete;

    exchange& take();
    void give_back(exchange& used) noexcept;
    timer_wheel& wheel() const noexcept { return wheel_; }
    /// Exchanges in use.
    std::size_t in_use() const noexcept { return in_use_; }

private:
    static constexpr std::size_t max_free = 256;

    timer_wheel& wheel_;
    std::vector<std::unique_ptr<exchange>> all_;
    exchange* free_ = nullptr;
    std::size_t free_count_ = 0;
    std::size_t in_use_ = 0;
};

} // namespace frevo::detail
