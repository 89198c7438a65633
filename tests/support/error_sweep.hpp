// SPDX-License-Identifier: BSL-1.0
// Repeats a scenario with each operation of the connection failing in turn.
#pragma once

#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace frevo::detail {

/// What a client saw, without what differs from run to run.
using answers_seen = std::vector<std::pair<int, std::string>>;

inline answers_seen take_answers(memory_pipe& pipe)
{
    answers_seen all;
    for (const frevo::testing::reply& each : take_replies(pipe))
        all.emplace_back(to_int(each.status()), each.text());
    return all;
}

/// Runs `play` with operation 0, 1, 2, ... failing until it passes untouched, and checks after each
/// run that nothing hangs, nothing is left and no answer was sent twice. Returns how many runs
/// failed on the way.
///
/// `answers`: how many there are when nothing fails. `play` gets the worker and the client's end,
/// and goes through the whole life of the connection; what is open afterwards is ended by the
/// client.
inline std::size_t sweep_errors(
    const service& target, std::size_t answers, const std::function<void(memory_pipe&)>& configure,
    const std::function<void(test_worker&, memory_pipe&)>& play)
{
    const auto run = [&](std::size_t fail_at, answers_seen& seen) {
        test_worker worker{target};
        const auto pipe = std::make_shared<memory_pipe>();
        configure(*pipe);
        pipe->fail_at = fail_at;
        worker.open(pipe);
        play(worker, *pipe);
        pipe->capacity = std::numeric_limits<std::size_t>::max();
        pipe->drained();
        pipe->end_sending();
        worker.run();
        CHECK(pipe->closed());
        CHECK(worker.context().connection_count() == 0);
        CHECK(worker.context().exchanges.in_use() == 0);
        seen = take_answers(*pipe);
        return pipe->operations <= fail_at; // nothing failed
    };
    answers_seen complete;
    CHECK(run(std::numeric_limits<std::size_t>::max(), complete));
    CHECK(complete.size() == answers);
    for (std::size_t fail_at = 0;; ++fail_at) {
        CAPTURE(fail_at);
        REQUIRE(fail_at < 100'000);
        answers_seen seen;
        const bool untouched = run(fail_at, seen);
        REQUIRE(seen.size() <= complete.size());
        for (std::size_t i = 0; i < seen.size(); ++i)
            CHECK((seen[i] == complete[i]));
        if (untouched) {
            CHECK(seen.size() == complete.size());
            return fail_at;
        }
    }
}

} // namespace frevo::detail
