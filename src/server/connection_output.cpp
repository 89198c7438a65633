// SPDX-License-Identifier: BSL-1.0
// From answers to bytes on the wire.
#include "protocol/response_writer.hpp"
#include "server/connection.hpp"
#include "server/worker_context.hpp"

#include <frevo/core/log.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace frevo::detail {

namespace {

// Of a body that nobody wants, at most so much is read to keep the connection.
constexpr std::uint64_t max_discard = 64 * 1024;

} // namespace

/// Prints the answer at the head of the queue and ends its exchange.
void connection::print_front()
{
    exchange& answered = *first_;
    bool keep = keeps_alive(answered);
    if (receiving_ == &answered) {
        forget_body();
        if (keep)
            keep = leave_body_unread(answered);
    }
    make_sendable(answered);
    if (print_head(answered, keep))
        append_body(answered.answer);
    pop_front(answered.keep);
}

/// Prints the head of an answer and notes in the exchange whether the connection goes on behind it.
/// Returns whether content follows.
bool connection::print_head(exchange& which, bool keep)
{
    response& answer = which.answer;
    const std::optional<std::uint64_t> size = answer.body().known_size();
    response_context context{
        .version = which.head.version, .method = which.head.method, .keep_alive = keep};
    const response_head head{
        .status = answer.status(),
        .reason = {},
        .content_type = answer.static_content_type(),
        .fields = &answer.headers(),
        .body_size = size.value_or(0),
        .body_known = size.has_value()};
    const bool content_follows = write_head(out_, head, context, worker_.date(now_));
    which.keep = context.keep_alive;
    return content_follows;
}

/// The answer at the head of the queue is on its way as a whole.
void connection::pop_front(bool keep)
{
    exchange& answered = *first_;
    first_ = answered.next;
    if (!first_)
        last_ = nullptr;
    --live_;
    progress_at_ = now_;
    worker_.exchanges.give_back(answered);
    if (!keep)
        stop_input();
}

/// Nobody takes the rest of the body that is being received.
void connection::forget_body() noexcept
{
    receiving_ = nullptr;
    session_.keep_trailers(nullptr);
}

/// A handler may give any number as a status; only a final one answers the request.
/// Source: RFC 9110 section 15.
void connection::make_sendable(exchange& which)
{
    if (is_final(which.answer.status()))
        return;
    log(log_level::error, "a handler's status is no final one",
        {{"status", to_int(which.answer.status())},
         {"route", which.req.matched_route()},
         {"request_id", which.req.id()}});
    which.answer = response{problem{status::internal_server_error}};
}

bool connection::keeps_alive(const exchange& answered) const noexcept
{
    // What was received is answered, also while the server ends: only the last answer closes.
    const bool more = parsed_ != filled_ || readable_;
    return answered.head.keep_alive && answered.failed == rejection::none &&
           input_ == input_state::open && (more || !worker_.draining());
}

/// The handler answered without its body. Small rests are read and dropped so that the connection
/// can go on; for others it ends, since the next request could not be told from the body.
bool connection::leave_body_unread(exchange& answered) noexcept
{
    const request_head& head = answered.head;
    if (head.expects_continue && !answered.continued)
        return false; // the client may or may not send it
    if (head.framing == body_framing::length && session_.body_left() > max_discard)
        return false;
    receive_.resume(now_);
    discarding_ = true;
    discard_left_ = max_discard;
    return true;
}

/// No further request is answered on this connection.
void connection::stop_input() noexcept
{
    input_ = input_state::stopped;
    while (exchange* each = first_) {
        first_ = each->next;
        each->cancel(cancel_reason::client_left);
        each->abandon();
    }
    last_ = nullptr;
    live_ = 0;
    forget_body();
}

void connection::append_body(response& answer)
{
    body& content = answer.body();
    if (std::string* owned = content.owned_text())
        out_.append_body(std::move(*owned));
    else if (const auto* shared = content.shared_text())
        out_.append_kept(content.view(), [kept = *shared] { static_cast<void>(kept); });
    else
        out_.append_static(content.view());
}

/// Tells a client that waits for it to send its body. Only for the request whose turn it is to be
/// answered, and not if the body will be refused for its length.
void connection::send_continue(exchange& which)
{
    if (&which != first_ || which.head.version == http_version::http_1_0 || which.head_sent ||
        which.content.size() > 0 || session_.announces_too_much())
        return;
    which.continued = true;
    out_.append("HTTP/1.1 100 Continue\r\n\r\n");
}

/// Writes what waits. False when the socket takes no more now, or is gone.
bool connection::flush()
{
    while (!out_.empty()) {
        std::array<output_piece, 16> pieces;
        const std::size_t count = out_.gather(pieces);
        const io_result sent = stream_->try_write({pieces.data(), count});
        if (sent.status == io_status::would_block) {
            if (!std::exchange(sending_, true))
                send_.start(now_, worker_.bounds.send_rate, worker_.bounds.rate_grace);
            return false;
        }
        if (sent.status != io_status::ok) {
            abort();
            return false;
        }
        out_.consume(sent.bytes);
        progress_at_ = now_;
        if (sending_)
            send_.add(now_, sent.bytes);
    }
    sending_ = false;
    return true;
}

} // namespace frevo::detail
