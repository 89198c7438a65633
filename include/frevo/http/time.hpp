// SPDX-License-Identifier: BSL-1.0
// The clock that every deadline and timer of frevo follows, and waiting by it.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/awaitable.hpp>

#include <chrono>

namespace frevo {

/// A steady clock that tests can shift forward: deadlines then pass without sleeping.
///
/// Threads: any.
struct FREVO_API clock
{
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;

    /// The steady clock's time plus all shifts so far.
    static time_point now() noexcept;

    /// Moves the time of this process forward. For tests: timers that are already waiting notice it
    /// only when their io_context is nudged, which the test client does.
    static void shift(duration forward) noexcept;
};

/// Waits on the current worker without blocking it.
///
/// Units: any duration. Errors: none but cancellation. Cancels: throws
/// `boost::system::system_error` with `operation_aborted` when the request is cancelled.
FREVO_API awaitable<void> sleep_for(clock::duration time);

} // namespace frevo
