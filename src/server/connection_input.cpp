// SPDX-License-Identifier: BSL-1.0
// From received bytes to dispatched requests.
#include "server/connection.hpp"
#include "server/worker_context.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace frevo::detail {

namespace {

// A read into less room than this is not worth its system call.
constexpr std::size_t least_room = 1024;

} // namespace

/// Tells whether what is parsed next can be used now.
bool connection::can_parse() const noexcept
{
    if (receiving_)
        return !receiving_->dispatched || receiving_->body_wanted;
    return live_ < max_live;
}

bool connection::wants_input() const noexcept
{
    if (phase_ != phase::serving || input_ == input_state::stopped || peer_closed_)
        return false;
    if (!out_.empty())
        return false; // who does not read his answers is not read either
    // While a handler runs the rest of the block is filled: that is how a client that leaves is
    // noticed.
    return can_parse() || !block_ || filled_ < block_.size();
}

/// Reads once. True when something changed.
bool connection::fill()
{
    if (!readable_ || !make_room())
        return false;
    const std::size_t room = block_.size() - filled_;
    const io_result got = stream_->try_read(block_.data() + filled_, room);
    switch (got.status) {
    case io_status::ok:
        filled_ += static_cast<std::uint32_t>(got.bytes);
        progress_at_ = now_;
        if (receiving_ || discarding_)
            receive_.add(now_, got.bytes);
        readable_ = got.bytes == room; // a short read has emptied the socket
        return true;
    case io_status::would_block:
        readable_ = false;
        return false;
    case io_status::end:
        on_peer_closed();
        return true;
    case io_status::failed:
        break;
    }
    abort();
    return false;
}

/// Makes the block have room for a read; keeps the bytes of an unfinished head together.
bool connection::make_room()
{
    if (!block_) {
        block_ = worker_.blocks.acquire();
        head_at_ = parsed_ = filled_ = 0;
        return true;
    }
    const std::uint32_t from = coming_ ? head_at_ : parsed_;
    const std::size_t pending = filled_ - from;
    if (pending == 0 && block_.unique()) {
        head_at_ = parsed_ = filled_ = 0;
        return true;
    }
    const std::size_t room = block_.size() - filled_;
    if (room >= least_room || !can_parse())
        return room > 0;
    if (block_.unique() && from > 0) { // nobody looks at what was parsed
        std::memmove(block_.data(), block_.data() + from, pending);
    } else {
        const frevo::limits& bounds = worker_.bounds;
        const bool full = pending + least_room > worker_.blocks.block_size();
        block_ref fresh =
            full ? worker_.blocks.acquire(bounds.request_line + bounds.fields_size + 2 * least_room)
                 : worker_.blocks.acquire();
        std::memcpy(fresh.data(), block_.data() + from, pending);
        block_ = std::move(fresh);
    }
    head_at_ -= std::min(head_at_, from);
    parsed_ -= from;
    filled_ -= from;
    return filled_ < block_.size();
}

/// Takes one event out of the input. False when more bytes are needed.
bool connection::parse()
{
    // The end of a body that is here needs no more bytes.
    if (parsed_ == filled_ && !receiving_ && !discarding_)
        return false;
    if (!coming_ && !receiving_ && !discarding_) {
        coming_ = &worker_.exchanges.take();
        coming_->owner = this;
        session_.start_next(coming_->head);
    }
    if (coming_ && !session_.head_started()) { // empty lines in front do not count
        head_at_ = parsed_;
        head_since_ = now_;
    }
    switch (next_event()) {
    case session_event::need_more:
        if (receiving_ && peer_closed_) {
            drop_incomplete();
            return true;
        }
        // What follows later is waited for in the handler's coroutine, after its middleware had a
        // say.
        if (receiving_ && !receiving_->dispatched) {
            dispatch(*receiving_);
            return true;
        }
        return false;
    case session_event::head:
        on_head();
        return true;
    case session_event::body:
        on_body();
        return true;
    case session_event::end:
        on_end();
        return true;
    case session_event::reject:
        on_reject();
        return true;
    }
    return false;
}

session_event connection::next_event() noexcept
{
    const session_step step = session_.next({block_.data() + parsed_, filled_ - parsed_});
    parsed_ += static_cast<std::uint32_t>(step.consumed);
    return step.event;
}

void connection::on_head()
{
    exchange& arrived = *std::exchange(coming_, nullptr);
    served_any_ = true;
    enqueue(arrived);
    receiving_ = &arrived;
    arrived.block = block_;
    request_access::begin(
        arrived.req, {.head = &arrived.head,
                      .base = block_.data() + parsed_ - arrived.head.size,
                      .arena = &arrived.memory,
                      .source = &arrived,
                      .executor = &worker_.executor,
                      .state = worker_.state});
    const endpoint& target = worker_.target.resolve(arrived.req);
    arrived.target = &target;
    request_access::set_endpoint(arrived.req, target);
    if (arrived.head.unknown_expectation) {
        receiving_ = nullptr;
        refuse(arrived, rejection::unknown_expectation);
        return;
    }
    const std::uint64_t most = target.body_limit();
    session_.limit_body(most == endpoint::server_body_limit ? worker_.bounds.body : most);
    if (arrived.head.framing == body_framing::none) {
        const session_event end = next_event();
        FREVO_ASSERT(end == session_event::end);
        on_end();
        return;
    }
    session_.keep_trailers(&arrived.trailer_text);
    receive_.start(now_, worker_.bounds.receive_rate, worker_.bounds.rate_grace);
    if (!target.wants_body()) {
        receive_.pause(now_); // nobody reads yet
        dispatch(arrived);
    }
}

void connection::on_body()
{
    for (const std::string_view piece : session_.body_pieces()) {
        if (receiving_)
            receiving_->receive(piece, block_);
        else if (piece.size() > discard_left_) {
            discarding_ = false;
            input_ = input_state::stopped;
            return;
        } else
            discard_left_ -= piece.size();
    }
    if (!receiving_ || !receiving_->in_pieces)
        return;
    exchange& reads = *receiving_;
    reads.body_wanted = false;
    receive_.pause(now_);
    if (session_.at_end()) { // known now, so that the connection can go on when the answer is there
        next_event();
        on_end();
    } else
        reads.wake_reader();
}

void connection::on_end()
{
    discarding_ = false;
    if (!receiving_)
        return;
    exchange& arrived = *receiving_;
    forget_body();
    arrived.received = true;
    if (arrived.dispatched)
        arrived.wake_reader();
    else
        dispatch(arrived);
}

void connection::on_reject()
{
    input_ = input_state::stopped;
    discarding_ = false;
    if (coming_) {
        exchange& bad = *std::exchange(coming_, nullptr);
        enqueue(bad);
        refuse(bad, session_.why());
    } else if (receiving_)
        fail_body(session_.why());
}

/// Ends the body that is being received.
void connection::fail_body(rejection why)
{
    input_ = input_state::stopped;
    exchange& bad = *receiving_;
    forget_body();
    bad.failed = why;
    if (bad.dispatched)
        bad.wake_reader();
    else
        refuse(bad, why);
}

/// Answers a request that no handler has seen.
void connection::refuse(exchange& which, rejection why)
{
    const rejection_info& info = describe(why);
    which.failed = why;
    which.answer = response{problem{info.status, std::string{info.title}}};
    which.dispatched = which.done = true;
    input_ = input_state::stopped;
}

void connection::enqueue(exchange& which) noexcept
{
    which.next = nullptr;
    if (last_)
        last_->next = &which;
    else
        first_ = &which;
    last_ = &which;
    ++live_;
}

void connection::dispatch(exchange& which)
{
    which.dispatched = true;
    const endpoint& target = *which.target;
    if (target.immediate() && (which.received || !target.wants_body())) {
        which.take_answer(run_now(target, which.req));
        if (which.streaming)
            worker_.runners.start(which);
        else
            which.done = true;
        return;
    }
    worker_.set_deadline(which, now_ + worker_.bounds.handler_timeout, now_);
    worker_.runners.start(which);
}

void connection::on_peer_closed()
{
    peer_closed_ = true;
    peer_closed_at_ = now_;
    if (receiving_ && can_parse()) // all that came was parsed, and the body is not complete
        drop_incomplete();
    else if (first_ && worker_.bounds.half_close_grace.count() == 0)
        abort();
}

/// Gives up the request whose body can never be complete; answers in front of it still go out.
void connection::drop_incomplete() noexcept
{
    exchange& lost = *receiving_;
    forget_body();
    input_ = input_state::stopped;
    lost.failed = rejection::body_timeout;
    lost.cancel(cancel_reason::client_left);
    exchange** link = &first_;
    last_ = nullptr;
    while (*link != &lost) {
        last_ = *link;
        link = &(*link)->next;
    }
    *link = lost.next; // nothing: it came last
    --live_;
    const bool begun = lost.head_sent;
    lost.abandon();
    if (begun) // a streamed answer that nobody will end
        break_off();
}

void connection::cancel_live(cancel_reason why) noexcept
{
    // A handler may end inside of cancel(): its answer must wait until the queue has been walked.
    const bool before = std::exchange(pumping_, true);
    for (exchange* each = first_; each; each = each->next)
        each->cancel(why);
    pumping_ = before;
}

/// Takes over for a handler that did not stop: the client gets its answer, the exchange ends when
/// it ends.
void connection::handler_overdue(exchange& which) noexcept
{
    exchange* stand_in = nullptr;
    try {
        stand_in = &worker_.exchanges.take();
        stand_in->answer =
            response{problem{status::service_unavailable, detail_of(cancel_reason::deadline)}};
    } catch (...) {
        if (stand_in)
            worker_.exchanges.give_back(*stand_in);
        abort();
        return;
    }
    stand_in->owner = this;
    stand_in->head.method = which.head.method;
    stand_in->head.version = which.head.version;
    stand_in->head.keep_alive = which.head.keep_alive;
    stand_in->dispatched = stand_in->done = true;
    stand_in->next = which.next;
    exchange** link = &first_;
    while (*link != &which)
        link = &(*link)->next;
    *link = stand_in;
    if (last_ == &which)
        last_ = stand_in;
    if (receiving_ == &which) {
        forget_body();
        stand_in->failed = rejection::body_timeout;
    }
    which.abandon();
    pump();
}

/// Tells whether a part of a head is here.
bool connection::head_begun() const noexcept
{
    return coming_ && session_.head_started();
}

bool connection::idle() const noexcept
{
    return phase_ == phase::serving && !first_ && !head_begun() && !receiving_ && !discarding_ &&
           parsed_ == filled_ && out_.empty();
}

void connection::release_idle_memory() noexcept
{
    block_.reset();
    head_at_ = parsed_ = filled_ = 0;
}

} // namespace frevo::detail
