// SPDX-License-Identifier: BSL-1.0
// The one timer of a thread, its list of connections, and their end.
#include "server/worker_context.hpp"

#include "server/connection.hpp"

#include <frevo/core/date.hpp>

#include <algorithm>

namespace frevo::detail {

worker_context::worker_context(
    boost::asio::io_context& io, const service& served, const frevo::limits& limits)
    : executor(io.get_executor()),
      target(served),
      bounds(limits),
      wheel(clock::now()),
      runners(executor),
      timer_(io)
{}

worker_context::~worker_context() = default;

void worker_context::set_deadline(deadline& entry, clock::time_point due, clock::time_point now)
{
    wheel.set(entry, due, now);
    if (due >= armed_at_)
        return;
    if (const std::optional<clock::time_point> at = wheel.next(); at && *at < armed_at_)
        arm(*at);
}

void worker_context::arm(clock::time_point at)
{
    armed_at_ = at;
    if (!timer_) // at the end
        return;
    timer_->expires_at(at); // cancels the wait before
    timer_->async_wait([this](boost::system::error_code failure) {
        if (!failure)
            advance_wheel();
    });
}

void worker_context::advance_wheel()
{
    armed_at_ = clock::time_point::max();
    wheel.advance(clock::now());
    const std::optional<clock::time_point> at = wheel.next();
    if (at && *at < armed_at_)
        arm(*at);
}

void worker_context::add(connection& opened) noexcept
{
    opened.next_ = first_;
    if (first_)
        first_->previous_ = &opened;
    first_ = &opened;
    ++count_;
}

void worker_context::remove(connection& closed) noexcept
{
    if (closed.previous_)
        closed.previous_->next_ = closed.next_;
    else
        first_ = closed.next_;
    if (closed.next_)
        closed.next_->previous_ = closed.previous_;
    closed.next_ = closed.previous_ = nullptr;
    --count_;
    closed.release(); // the list's share
    if (on_connection_closed)
        on_connection_closed();
}

void worker_context::drain(std::chrono::milliseconds idle_grace)
{
    draining_ = true;
    idle_grace_ = idle_grace;
    for (connection* each = first_; each;) {
        connection* following = each->next_;
        each->drain(); // may remove itself
        each = following;
    }
}

void worker_context::abort_all()
{
    while (first_)
        first_->abort();
}

void worker_context::let_go()
{
    on_connection_closed = nullptr;
    timer_.reset();
    runners.let_go();
}

std::string_view worker_context::date(clock::time_point now) noexcept
{
    if (now != date_at_ || date_.empty()) {
        date_at_ = now;
        date_ = http_date_now(
            std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
    }
    return date_;
}

} // namespace frevo::detail
