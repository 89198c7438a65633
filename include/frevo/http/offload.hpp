// SPDX-License-Identifier: BSL-1.0
// Runs blocking work beside the event loop.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/awaitable.hpp>

#include <concepts>
#include <exception>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace frevo {

namespace detail {

/// Work for another thread; it lives in the coroutine that awaits it.
class FREVO_API offload_job
{
public:
    virtual ~offload_job();
    /// Runs on the pool's thread. Throws nothing.
    virtual void run() noexcept = 0;
};

/// The pool of a server. Handlers find their own server's through `current_offload`.
class FREVO_API offload_service
{
public:
    virtual ~offload_service();
    /// Runs the job on a thread of the pool and resumes the caller on its own executor.
    /// Errors: throws a 503 problem when the queue is full.
    /// Cancels: a job that still waits is taken back; one that runs is waited for.
    virtual awaitable<void> run(offload_job& job) = 0;
};

/// The pool of this thread's server. Throws `std::logic_error` outside of a server's threads.
FREVO_API offload_service& current_offload();
/// Sets it for this thread; returns the one before. For servers.
FREVO_API offload_service* set_current_offload(offload_service* pool) noexcept;

template <class Work, class R>
class offload_call final : public offload_job
{
public:
    explicit offload_call(Work& work) noexcept : work_(work) {}

    void run() noexcept override
    {
        try {
            if constexpr (std::is_void_v<R>)
                std::invoke(work_);
            else
                value_.emplace(std::invoke(work_));
        } catch (...) {
            error_ = std::current_exception();
        }
    }

    R take()
    {
        if (error_)
            std::rethrow_exception(error_);
        if constexpr (!std::is_void_v<R>)
            return *std::move(value_);
    }

private:
    struct nothing
    {};
    Work& work_;
    std::optional<std::conditional_t<std::is_void_v<R>, nothing, R>> value_;
    std::exception_ptr error_;
};

} // namespace detail

/// Runs `work()` on a thread of the server's bounded pool and gives its result; the event loop goes
/// on meanwhile.
///
/// Name the callable and move it in; g++ 12 miscompiles a capturing lambda written inside the
/// `co_await` (docs/gcc-12.md): `auto work = [id, &db] { return db.find(id); }; auto found =
/// co_await offload(std::move(work));` Captures by reference are fine when they outlive the await.
///
/// Errors: what `work` throws; a 503 problem when the pool's queue is full.
/// Cancels: work that has not begun never runs (`operation_aborted`); work that runs is waited for.
template <std::invocable Work>
awaitable<std::invoke_result_t<Work&>> offload(Work work)
{
    using result_type = std::invoke_result_t<Work&>;
    static_assert(
        !std::is_reference_v<result_type>,
        "frevo: offload hands its result to another thread; return a value, not a reference");
    detail::offload_call<Work, result_type> call{work};
    co_await detail::current_offload().run(call);
    co_return call.take();
}

} // namespace frevo
