// SPDX-License-Identifier: BSL-1.0
// One request and its answer: everything that lives from a request's first byte to its answer's
// last.
#pragma once

#include "core/arena.hpp"
#include "core/block_pool.hpp"
#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"
#include "server/timer_wheel.hpp"

#include <frevo/core/unique_function.hpp>
#include <frevo/http/service.hpp>

#include <boost/system/error_code.hpp>

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
class exchange final : public request_source, public deadline
{
public:
    exchange(exchange_pool& pool, std::size_t place) noexcept : index(place), pool_(pool) {}

    // --- as the request's source
    std::string_view peer() const noexcept override;
    frevo::cancel_reason cancelled() const noexcept override { return reason; }
    std::optional<std::string_view> whole() const noexcept override;
    awaitable<result<std::string_view>> wait() override;

    /// Resumes the handler that waits for the body, if one does.
    void wake_body_waiter();

    /// Tells the handler to stop. Its answer, if it still gives one, is used unless the exchange is
    /// abandoned.
    void cancel(cancel_reason why) noexcept;

    /// Called by the runner when the answer is there.
    void finish(response&& made);

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

private:
    // How long a handler past its deadline has to end by itself before the client gets its 503
    // without it.
    static constexpr std::chrono::milliseconds stop_grace{50};

    void on_deadline(clock::time_point now) noexcept override;

    exchange_pool& pool_;
    unique_function<void(boost::system::error_code)> body_waiter_;
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
