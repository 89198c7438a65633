// SPDX-License-Identifier: BSL-1.0
#include "server/offload_pool.hpp"

#include <frevo/core/problem.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
namespace asio = boost::asio;

namespace {

/// Lets threads wait for each other.
class latch
{
public:
    void open()
    {
        const std::lock_guard lock{guard_};
        open_ = true;
        changed_.notify_all();
    }
    void wait()
    {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex guard_;
    std::condition_variable changed_;
    bool open_ = false;
};

/// A loop with a pool, and callers whose ends are kept as words.
struct fixture
{
    fixture(std::size_t threads, std::size_t queue) : pool(threads, queue)
    {
        set_current_offload(&pool);
    }
    ~fixture()
    {
        may_end.open();
        pool.stop();
        set_current_offload(nullptr);
    }

    template <class Work>
    awaitable<void> await(Work work)
    {
        co_await offload(std::move(work));
        CHECK(std::this_thread::get_id() == loop_thread); // it comes back to its own thread
    }

    template <class Work>
    void call(Work work, asio::cancellation_signal* signal = nullptr)
    {
        auto ended = [this](std::exception_ptr failure) { ends.push_back(word(failure)); };
        if (signal)
            asio::co_spawn(
                io, await(std::move(work)), asio::bind_cancellation_slot(signal->slot(), ended));
        else
            asio::co_spawn(io, await(std::move(work)), ended);
    }

    std::string word(const std::exception_ptr& failure)
    {
        if (!failure)
            return "done";
        try {
            std::rethrow_exception(failure);
        } catch (const problem& known) {
            retry_after = known.headers().get(field::retry_after).value_or("");
            return std::to_string(to_int(known.code()));
        } catch (const boost::system::system_error& error) {
            return error.code() == asio::error::operation_aborted ? "aborted" : "error";
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    /// A job that says it runs and waits until it may end.
    auto blocking()
    {
        return [this] {
            ++running;
            may_end.wait();
            ++finished;
        };
    }

    void wait_for_running(int count)
    {
        while (running < count)
            std::this_thread::yield();
    }

    void run_until_ended(std::size_t count)
    {
        auto guard = asio::make_work_guard(io);
        io.restart();
        while (ends.size() < count)
            io.run_one();
    }

    asio::io_context io{1};
    offload_pool pool;
    std::thread::id loop_thread = std::this_thread::get_id();
    std::vector<std::string> ends;
    std::string retry_after;
    latch may_end;
    std::atomic<int> running{0};
    std::atomic<int> finished{0};
};

using words = std::vector<std::string>;

} // namespace

TEST_CASE("work runs on other threads, at most as many at once as the pool has")
{
    fixture f{3, 100};
    std::mutex guard;
    std::set<std::thread::id> seen;
    for (int i = 0; i < 20; ++i) {
        f.call([&] {
            {
                const std::lock_guard lock{guard};
                seen.insert(std::this_thread::get_id());
            }
            ++f.running;
            f.may_end.wait();
            ++f.finished;
        });
    }
    f.io.poll();
    f.wait_for_running(3);
    CHECK(f.running == 3);
    CHECK(f.finished == 0);
    f.may_end.open();
    f.run_until_ended(20);
    CHECK(f.ends == words(20, "done"));
    CHECK(f.finished == 20);
    CHECK(seen.size() <= 3);
    CHECK(seen.count(std::this_thread::get_id()) == 0);
}

TEST_CASE("a pool without threads has one")
{
    fixture f{0, 1};
    f.may_end.open();
    f.call(f.blocking());
    f.run_until_ended(1);
    CHECK(f.ends == words{"done"});
}

TEST_CASE("more work than the queue holds is refused with 503 and Retry-After")
{
    fixture f{2, 3};
    for (int i = 0; i < 7; ++i)
        f.call(f.blocking());
    f.io.poll();
    // Two run, three wait, two are refused.
    CHECK(f.ends == words{"503", "503"});
    CHECK(f.retry_after == "1");
    f.may_end.open();
    f.run_until_ended(7);
    CHECK(f.finished == 5);
    // Room is there again.
    f.call(f.blocking());
    f.run_until_ended(8);
    CHECK(f.ends.back() == "done");
}

TEST_CASE("a queue of no length still lets as much work in as there are threads")
{
    fixture f{2, 0};
    for (int i = 0; i < 3; ++i)
        f.call(f.blocking());
    f.io.poll();
    CHECK(f.ends == words{"503"});
    f.may_end.open();
    f.run_until_ended(3);
    CHECK(f.finished == 2);
}

TEST_CASE("work that is cancelled while it waits never runs, and leaves its place")
{
    fixture f{1, 1};
    asio::cancellation_signal stop;
    bool ran = false;
    f.call(f.blocking());
    f.io.poll();
    f.wait_for_running(1);
    f.call([&ran] { ran = true; }, &stop);
    f.io.restart();
    f.io.poll();
    CHECK(f.ends.empty());
    stop.emit(asio::cancellation_type::terminal);
    f.io.restart();
    f.io.poll();
    CHECK(f.ends == words{"aborted"});
    // Its place is free for another one.
    f.call(f.blocking());
    f.io.restart();
    f.io.poll();
    CHECK(f.ends == words{"aborted"});
    f.may_end.open();
    f.run_until_ended(3);
    CHECK(f.ends == words{"aborted", "done", "done"});
    CHECK_FALSE(ran);
}

TEST_CASE("work that runs is waited for, cancelled or not")
{
    fixture f{1, 1};
    asio::cancellation_signal stop;
    f.call(f.blocking(), &stop);
    f.io.poll();
    f.wait_for_running(1);
    stop.emit(asio::cancellation_type::terminal);
    f.io.restart();
    f.io.poll();
    CHECK(f.ends.empty());
    CHECK(f.finished == 0);
    f.may_end.open();
    f.run_until_ended(1);
    CHECK(f.finished == 1);
}

TEST_CASE("what the work throws reaches its caller")
{
    fixture f{1, 10};
    f.call([] { throw std::runtime_error{"broken"}; });
    f.call([] { throw problem{status::not_found}; });
    f.call([] {});
    f.run_until_ended(3);
    CHECK(f.ends == words{"broken", "404", "done"});
}

TEST_CASE("a pool that stops waits for what runs, drops what waits and takes no more")
{
    fixture f{1, 10};
    bool ran = false;
    f.call(f.blocking());
    f.io.poll();
    f.wait_for_running(1);
    f.call([&ran] { ran = true; });
    f.io.restart();
    f.io.poll();
    std::thread stopper{[&] { f.pool.stop(); }};
    f.run_until_ended(1); // the one that waited ends first: stop() is held by the other
    CHECK(f.ends == words{"aborted"});
    f.may_end.open();
    f.run_until_ended(2);
    stopper.join();
    CHECK(f.ends == words{"aborted", "done"});
    CHECK(f.finished == 1);
    CHECK_FALSE(ran);
    f.call([&ran] { ran = true; });
    f.run_until_ended(3);
    CHECK(f.ends.back() == "503");
    CHECK_FALSE(ran);
    f.pool.stop(); // a second time does nothing
}

TEST_CASE("a pool that was never used has no threads to stop")
{
    offload_pool pool{4, 4};
    pool.stop();
    CHECK(true);
}

TEST_CASE("many jobs from many loops all come back")
{
    offload_pool pool{3, 10'000};
    std::atomic<int> done{0};
    std::vector<std::thread> loops;
    // A loop must live until the pool's threads are done with it: they may still be about to wake
    // it when it has already run what they posted.
    std::list<asio::io_context> contexts;
    for (int i = 0; i < 3; ++i) {
        loops.emplace_back([&, &io = contexts.emplace_back(1)] {
            offload_service* before = set_current_offload(&pool);
            const auto job = [&done](int number) -> awaitable<void> {
                auto work = [number] { return number * 2; };
                const int got = co_await offload(std::move(work));
                done += got == 2 * number ? 1 : 0;
            };
            for (int n = 0; n < 200; ++n)
                asio::co_spawn(io, job(n), [](std::exception_ptr) {});
            io.run();
            set_current_offload(before);
        });
    }
    for (std::thread& each : loops)
        each.join();
    pool.stop();
    CHECK(done == 600);
}
