// SPDX-License-Identifier: BSL-1.0
// How a handler waits for its body, how it is told to stop, and how its answer comes back.
#include "server/exchange.hpp"

#include "server/connection.hpp"
#include "server/runner.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace frevo::detail {

namespace asio = boost::asio;

void body_collector::append(std::string_view piece)
{
    if (piece.empty())
        return;
    if (!spilled_) {
        if (view_.empty()) {
            view_ = piece;
            return;
        }
        if (view_.data() + view_.size() == piece.data()) {
            view_ = {view_.data(), view_.size() + piece.size()};
            return;
        }
        spill();
    }
    copy_.append(piece);
}

void body_collector::spill()
{
    if (spilled_)
        return;
    copy_.assign(view_);
    spilled_ = true;
}

void body_collector::clear() noexcept
{
    view_ = {};
    spilled_ = false;
    // A large body's memory is not kept for small ones.
    if (copy_.capacity() > 64 * 1024)
        std::string{}.swap(copy_);
    copy_.clear();
}

std::string_view exchange::peer() const noexcept
{
    return owner ? owner->peer() : std::string_view{};
}

std::optional<std::string_view> exchange::whole() const noexcept
{
    if (!received)
        return std::nullopt;
    return content.view();
}

awaitable<result<std::string_view>> exchange::wait()
{
    body_wanted = true;
    while (!received && failed == rejection::none && owner) {
        co_await asio::async_initiate<const asio::deferred_t, void(boost::system::error_code)>(
            [this](auto handler) {
                auto slot = asio::get_associated_cancellation_slot(handler);
                if (slot.is_connected()) {
                    slot.assign([this](asio::cancellation_type) {
                        // Not from inside: whoever cancels must not be re-entered.
                        asio::post(
                            req.executor(),
                            [waiter = std::exchange(body_waiter_, nullptr)]() mutable {
                                if (waiter)
                                    waiter(asio::error::operation_aborted);
                            });
                    });
                }
                body_waiter_ = std::move(handler);
                if (owner)
                    owner->body_wanted(*this);
            },
            asio::deferred);
    }
    if (received)
        co_return content.view();
    const rejection_info& why =
        describe(failed == rejection::none ? rejection::body_timeout : failed);
    co_return problem{why.status, std::string{why.title}};
}

void exchange::wake_body_waiter()
{
    if (auto waiter = std::exchange(body_waiter_, nullptr))
        waiter({});
}

void exchange::cancel(cancel_reason why) noexcept
{
    if (done || reason != cancel_reason::none)
        return;
    reason = why;
    if (running)
        running->cancel();
}

void exchange::finish(response&& made)
{
    answer = std::move(made);
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
    dispatched = received = body_wanted = continued = done = false;
    body_waiter_ = nullptr;
}

void exchange::on_deadline(clock::time_point now) noexcept
{
    if (reason == cancel_reason::none) {
        // A handler that stops at once still has its answer seen by its middleware. It may even end
        // inside of cancel(), and this exchange with it, so that comes last.
        pool_.wheel().set(*this, now + stop_grace, now);
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
