// SPDX-License-Identifier: BSL-1.0
// The connection's loop: what is done, in which order, and what is waited for.
#include "server/connection.hpp"

#include "server/worker_context.hpp"

#include <frevo/core/log.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace frevo::detail {

namespace {

// Reads per entry of the loop, so that one busy client does not keep the others waiting.
constexpr int max_turns = 16;
// How often a client is looked at that has sent more than is read before its answer.
constexpr std::chrono::milliseconds watch_time{100};
// How long the peer has to read the last answer and close.
constexpr std::chrono::milliseconds linger_time{2'000};

} // namespace

/// Keeps a connection alive while its own code runs.
struct connection::keep_alive_guard
{
    explicit keep_alive_guard(connection& guarded) noexcept : guarded_(guarded)
    {
        guarded_.add_ref();
    }
    keep_alive_guard(const keep_alive_guard&) = delete;
    keep_alive_guard& operator=(const keep_alive_guard&) = delete;
    ~keep_alive_guard() { guarded_.release(); }

    connection& guarded_;
};

connection::connection(worker_context& owner, std::unique_ptr<stream> transport)
    : worker_(owner), stream_(std::move(transport)), session_(owner.bounds)
{
    stream_->attach(*this);
}

connection::~connection() = default;

void connection::release() noexcept
{
    if (--references_ == 0)
        delete this;
}

void connection::start()
{
    worker_.add(*this);
    head_since_ = progress_at_ = clock::now();
    pump();
}

void connection::pump() noexcept
{
    if (pumping_) {
        again_ = true;
        return;
    }
    const keep_alive_guard keep{*this};
    pumping_ = true;
    now_ = clock::now();
    if (out_.empty())
        out_ = std::move(worker_.spare_output);
    try {
        do {
            again_ = false;
            run_loop();
        } while (again_ && phase_ == phase::serving);
        pumping_ = false;
        if (out_.empty())
            worker_.spare_output = std::move(out_);
        if (phase_ != phase::closed)
            wait_for_more();
    } catch (const std::exception& failure) { // out of memory
        pumping_ = false;
        log(log_level::error, "a connection is given up", {{"what", failure.what()}});
        abort();
    }
}

void connection::run_loop()
{
    for (int turn = 0; phase_ == phase::serving; ++turn) {
        while (advance()) {}
        if (phase_ != phase::serving)
            return; // a stream was broken off
        if (!flush())
            return; // the socket is full, or gone
        if (stream_goes_on()) {
            if (turn < max_turns)
                continue;
            pump_later();
            return;
        }
        if (std::exchange(output_full_, false))
            continue;
        if (finished()) {
            linger();
            return;
        }
        if (!wants_input())
            return;
        if (turn == max_turns) {
            pump_later();
            return;
        }
        if (!fill())
            return;
    }
}

/// Does the next thing that needs no waiting; false when there is none.
bool connection::advance()
{
    if (first_ && first_->streaming) {
        if (advance_stream())
            return true;
    } else if (first_ && first_->done) {
        print_front();
        return true;
    }
    if (input_ == input_state::stopped || !can_parse())
        return false;
    if (out_.size() >= max_output) {
        output_full_ = true;
        return false;
    }
    return parse();
}

bool connection::finished() const noexcept
{
    if (first_ || !out_.empty())
        return false;
    return input_ == input_state::stopped || peer_closed_;
}

void connection::wait_for_more()
{
    if (phase_ == phase::lingering) {
        if (!peer_closed_)
            stream_->wait_readable();
        return;
    }
    if (!out_.empty())
        stream_->wait_writable();
    if (wants_input() && !pump_posted_)
        stream_->wait_readable();
    if (idle())
        release_idle_memory();
    set_next_deadline();
}

void connection::set_next_deadline()
{
    const frevo::limits& bounds = worker_.bounds;
    clock::time_point due;
    if (!out_.empty())
        due = std::min(progress_at_ + bounds.write_timeout, send_.due());
    else if (peer_closed_)
        due = peer_closed_at_ + bounds.half_close_grace;
    else if (discarding_ || (receiving_ && can_parse()))
        due = std::min(progress_at_ + bounds.body_timeout, receive_.due());
    else if (unwatched())
        due = now_ + watch_time;
    else if (first_) { // a handler runs under its own deadline
        worker_.wheel.clear(*this);
        return;
    } else if (head_begun() || !served_any_)
        due = head_since_ + bounds.head_timeout;
    else if (worker_.draining())
        due = progress_at_ + worker_.idle_grace();
    else
        due = progress_at_ + bounds.keep_alive_timeout;
    if (worker_.draining() && idle())
        due = std::min(due, now_ + worker_.idle_grace());
    worker_.set_deadline(*this, due, now_);
}

void connection::on_deadline(clock::time_point now) noexcept
{
    const keep_alive_guard keep{*this};
    now_ = now;
    if (phase_ == phase::lingering || !out_.empty())
        abort();
    else if (peer_closed_) {
        cancel_live(cancel_reason::client_left);
        abort();
    } else if (unwatched()) {
        if (stream_->broken())
            abort();
        else
            set_next_deadline();
    } else if (receiving_) {
        fail_body(rejection::body_timeout);
        pump();
    } else if (head_begun()) {
        on_head_late();
        pump();
    } else
        abort(); // idle, silent, or the rest of a body that is not wanted
}

/// Tells whether nobody would notice that the client has left: its handler waits, and there is no
/// room to read.
bool connection::unwatched() const noexcept
{
    return first_ && out_.empty() && !peer_closed_ && !wants_input();
}

void connection::on_head_late()
{
    exchange& late = *std::exchange(coming_, nullptr);
    enqueue(late);
    refuse(late, rejection::head_timeout);
}

void connection::on_readable() noexcept
{
    readable_ = true;
    if (phase_ == phase::lingering) {
        drop_input();
        return;
    }
    pump();
}

void connection::on_writable() noexcept
{
    pump();
}

void connection::pump_later()
{
    if (std::exchange(pump_posted_, true))
        return;
    add_ref();
    boost::asio::post(worker_.executor, [this] {
        pump_posted_ = false;
        if (phase_ == phase::serving)
            pump();
        release();
    });
}

void connection::exchange_done(exchange&) noexcept
{
    if (!pumping_) // else the loop sees it when it goes on
        pump();
}

void connection::drain()
{
    if (phase_ != phase::serving)
        return;
    pump();
}

/// Sends FIN and waits for the peer's: closing with unread input would destroy the answer on its
/// way (RFC 9112 section 9.6).
void connection::linger()
{
    FREVO_ASSERT(phase_ == phase::serving);
    if (peer_closed_) {
        close();
        return;
    }
    phase_ = phase::lingering;
    stream_->shutdown_send();
    block_.reset();
    worker_.set_deadline(*this, now_ + linger_time, now_);
    drop_input();
}

void connection::drop_input() noexcept
{
    char sink[4096];
    for (int turn = 0; turn < max_turns; ++turn) {
        const io_result got = stream_->try_read(sink, sizeof sink);
        if (got.status == io_status::would_block)
            break;
        if (got.status != io_status::ok) {
            close();
            return;
        }
    }
    if (!pumping_)
        stream_->wait_readable();
}

void connection::abort() noexcept
{
    if (phase_ == phase::closed)
        return;
    cancel_live(cancel_reason::client_left);
    close();
}

void connection::close() noexcept
{
    if (phase_ == phase::closed)
        return;
    const keep_alive_guard keep{*this};
    phase_ = phase::closed;
    input_ = input_state::stopped;
    stream_->close();
    worker_.wheel.clear(*this);
    while (exchange* each = first_) {
        first_ = each->next;
        each->abandon();
    }
    last_ = nullptr;
    live_ = 0;
    receiving_ = nullptr;
    if (coming_)
        worker_.exchanges.give_back(*std::exchange(coming_, nullptr));
    out_.clear();
    worker_.remove(*this);
}

} // namespace frevo::detail
