// SPDX-License-Identifier: BSL-1.0
// Bodies that come or go while a handler runs: who waits for what.
#include "server/connection.hpp"
#include "server/worker_context.hpp"

#include <frevo/core/log.hpp>

#include <charconv>
#include <optional>
#include <string>

namespace frevo::detail {

void connection::body_wanted(exchange& which) noexcept
{
    const clock::time_point now = clock::now();
    progress_at_ = now; // the client is waited for from now on
    receive_.resume(now);
    if (which.reason == cancel_reason::none)
        worker_.wheel.clear(which); // and its speed counts, not the handler's
    if (which.head.expects_continue && !which.continued)
        send_continue(which);
    // Never from inside: the handler is just being suspended.
    if (pumping_)
        again_ = true;
    else
        pump_later();
}

void connection::body_arrived(exchange& which) noexcept
{
    if (which.reason != cancel_reason::none || which.streaming)
        return;
    const clock::time_point now = clock::now();
    worker_.set_deadline(which, now + worker_.bounds.handler_timeout, now);
}

void connection::limit_body(exchange& which, std::uint64_t most) noexcept
{
    if (receiving_ == &which)
        session_.limit_body(most);
}

void connection::stream_ready() noexcept
{
    if (!pumping_)
        pump_later();
}

bool connection::has_room(const exchange& which) const noexcept
{
    return first_ == &which && which.head_sent && out_.size() < max_output;
}

/// Takes a piece of the content; it leaves when the producer waits for something.
void connection::write_piece(exchange& which, std::string_view piece)
{
    if (out_.empty() && !pumping_)
        out_ = std::move(worker_.spare_output);
    if (which.chunked) {
        char size[20];
        char* const end = std::to_chars(size, size + 16, piece.size(), 16).ptr;
        end[0] = '\r';
        end[1] = '\n';
        out_.append({size, static_cast<std::size_t>(end + 2 - size)});
    }
    out_.append(piece);
    if (which.chunked)
        out_.append("\r\n");
    if (!pumping_)
        pump_later();
}

/// Does the next thing for the streamed answer in front that needs no waiting.
bool connection::advance_stream()
{
    exchange& which = *first_;
    if (!which.head_sent) {
        print_stream_head(which);
        return true;
    }
    if (which.done) {
        print_stream_end(which);
        return true;
    }
    if (!which.writer_waits() || !has_room(which))
        return false;
    which.wake_writer();
    return true;
}

/// Tells whether there is room again for the producer in front.
bool connection::stream_goes_on() const noexcept
{
    return phase_ == phase::serving && first_ && first_->streaming &&
           (first_->done || (first_->writer_waits() && has_room(*first_)));
}

void connection::print_stream_head(exchange& which)
{
    const bool body_in_doubt =
        receiving_ == &which && which.head.expects_continue && !which.continued;
    print_head(which, keeps_alive(which) && !body_in_doubt);
    which.chunked =
        !which.answer.body().known_size() && which.head.version == http_version::http_1_1;
    which.head_sent = true;
}

void connection::print_stream_end(exchange& which)
{
    if (!stream_is_whole(which)) {
        break_off();
        return;
    }
    if (which.chunked) {
        out_.append("0\r\n");
        out_.append(which.answer_trailers.text());
        out_.append("\r\n");
    }
    bool keep = which.keep && which.failed == rejection::none;
    if (receiving_ == &which) {
        forget_body();
        if (keep)
            keep = leave_body_unread(which);
    }
    pop_front(keep);
}

bool connection::stream_is_whole(exchange& which) const noexcept
{
    if (which.broken)
        return false;
    const std::optional<std::uint64_t> size = which.answer.body().known_size();
    if (!size || *size == which.content_sent)
        return true;
    log(log_level::error, "a streamed response ended before its size",
        {{"size", *size}, {"sent", which.content_sent}, {"route", which.req.matched_route()}});
    return false;
}

/// The client must not take what it got for the whole: an orderly close would end content that is
/// delimited by it.
void connection::break_off() noexcept
{
    flush();
    if (phase_ == phase::closed)
        return;
    stream_->reset_on_close();
    abort();
}

} // namespace frevo::detail
