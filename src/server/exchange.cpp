// SPDX-License-Identifier: BSL-1.0
// How a handler is told to stop, how its answer comes back, and how exchanges are used again.
#include "server/exchange.hpp"

#include "server/connection.hpp"
#include "server/runner.hpp"

#include <frevo/core/log.hpp>

#include <utility>

namespace frevo::detail {

std::string_view exchange::peer() const noexcept
{
    return owner ? owner->peer() : std::string_view{};
}

void exchange::cancel(cancel_reason why) noexcept
{
    if (done || reason != cancel_reason::none)
        return;
    reason = why;
    if (running)
        running->cancel();
}

void exchange::finish()
{
    done = true;
    running = nullptr;
    pool_.wheel().clear(*this);
    if (owner)
        owner->exchange_done(*this);
    else
        pool_.give_back(*this);
}

void exchange::abandon() noexcept
{
    owner = nullptr;
    next = nullptr;
    if (!running)
        pool_.give_back(*this);
}

void exchange::clear() noexcept
{
    request_access::end(req);
    head.clear();
    memory.reset();
    block.reset();
    content.clear();
    answer = response{};
    target = nullptr;
    owner = nullptr;
    running = nullptr;
    next = nullptr;
    failed = rejection::none;
    reason = cancel_reason::none;
    answer_trailers.clear();
    trailer_text.clear();
    content_sent = 0;
    dispatched = received = body_wanted = continued = done = false;
    in_pieces = streaming = head_sent = chunked = keep = broken = false;
    reader_.clear();
    writer_.clear();
    piece_block_.reset();
    piece_given_ = false;
}

void exchange::on_deadline(clock::time_point now) noexcept
{
    if (reason == cancel_reason::none) {
        // A handler that stops at once still has its answer seen by its middleware. It may even end
        // inside of cancel(), and this exchange with it, so that comes last.
        pool_.wheel().set(*this, now + stop_grace, now);
        log(log_level::warning, "a handler took too long and is cancelled",
            {{"method", to_string(head.method)},
             {"route", req.matched_route()},
             {"request_id", req.id()}});
        cancel(cancel_reason::deadline);
    } else if (owner)
        owner->handler_overdue(*this);
}

exchange_pool::~exchange_pool() = default;

exchange& exchange_pool::take()
{
    ++in_use_;
    if (exchange* found = free_) {
        free_ = found->next;
        --free_count_;
        found->next = nullptr;
        return *found;
    }
    all_.push_back(std::make_unique<exchange>(*this, all_.size()));
    return *all_.back();
}

void exchange_pool::give_back(exchange& used) noexcept
{
    --in_use_;
    if (free_count_ < max_free) {
        used.clear();
        used.next = free_;
        free_ = &used;
        ++free_count_;
        return;
    }
    const std::size_t index = used.index;
    all_.back()->index = index;
    std::swap(all_[index], all_.back());
    all_.pop_back();
}

} // namespace frevo::detail
