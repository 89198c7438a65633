// SPDX-License-Identifier: BSL-1.0
// offload() over a pool that runs its jobs at once.
#include "support/made_request.hpp"

#include <frevo/http/offload.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>

using namespace frevo;
using frevo::testing::run_coroutine;

namespace {

class inline_pool final : public detail::offload_service
{
public:
    awaitable<void> run(detail::offload_job& job) override
    {
        ++jobs;
        if (refuse)
            throw problem{status::service_unavailable};
        job.run();
        co_return;
    }
    int jobs = 0;
    bool refuse = false;
};

/// Makes a pool the thread's own while it lives.
struct current_pool
{
    explicit current_pool(detail::offload_service& pool)
        : before(detail::set_current_offload(&pool))
    {}
    ~current_pool() { detail::set_current_offload(before); }
    current_pool(const current_pool&) = delete;
    current_pool& operator=(const current_pool&) = delete;
    detail::offload_service* before;
};

} // namespace

TEST_CASE("offload gives the result of the work, of any type that moves")
{
    inline_pool pool;
    const current_pool here{pool};
    CHECK(run_coroutine(offload([] { return 42; })) == 42);
    const auto made = run_coroutine(offload([] { return std::make_unique<int>(7); }));
    CHECK(*made == 7);
    int called = 0;
    run_coroutine(offload([&called] { ++called; }));
    CHECK(called == 1);
    auto owner = std::make_unique<std::string>("moved in");
    auto work = [owner = std::move(owner)] { return *owner; };
    CHECK(run_coroutine(offload(std::move(work))) == "moved in");
    CHECK(pool.jobs == 4);
}

TEST_CASE("offload throws what the work throws, and what the pool says")
{
    inline_pool pool;
    const current_pool here{pool};
    CHECK_THROWS_WITH_AS(
        run_coroutine(offload([]() -> int { throw std::runtime_error{"broken"}; })), "broken",
        std::runtime_error);
    CHECK_THROWS_AS(run_coroutine(offload([] { throw problem{status::gone}; })), problem);
    pool.refuse = true;
    int called = 0;
    CHECK_THROWS_AS(run_coroutine(offload([&called] { ++called; })), problem);
    CHECK(called == 0);
}

TEST_CASE("offload works only where a server is")
{
    CHECK_THROWS_AS(run_coroutine(offload([] { return 1; })), std::logic_error);
    inline_pool pool;
    {
        const current_pool here{pool};
        CHECK(&detail::current_offload() == &pool);
        inline_pool other;
        {
            const current_pool inner{other};
            CHECK(&detail::current_offload() == &other);
        }
        CHECK(&detail::current_offload() == &pool);
    }
    CHECK_THROWS_AS(detail::current_offload(), std::logic_error);
}
