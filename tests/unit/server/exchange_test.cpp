// SPDX-License-Identifier: BSL-1.0
#include "server/exchange.hpp"
#include "support/test_worker.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using namespace std::string_view_literals;

TEST_CASE("a body whose pieces lie behind each other is not copied")
{
    const std::string block = "hello, world";
    const std::string_view all = block;
    body_collector body;
    CHECK(body.size() == 0);
    body.append({});
    body.append(all.substr(0, 5));
    body.append(all.substr(5, 2));
    body.append({});
    body.append(all.substr(7));
    CHECK(body.view() == "hello, world");
    CHECK(body.view().data() == block.data());
    CHECK(body.size() == block.size());
}

TEST_CASE("a body whose pieces lie apart is put together")
{
    const std::string block = "one--two--three";
    const std::string_view all = block;
    body_collector body;
    body.append(all.substr(0, 3));
    body.append(all.substr(5, 3));
    body.append(all.substr(10));
    CHECK(body.view() == "onetwothree");
    // A piece in front of the others is no continuation either.
    body.append(all.substr(0, 3));
    CHECK(body.view() == "onetwothreeone");
}

TEST_CASE("a body that was copied out does not follow its block any more")
{
    std::string block = "old bytes";
    body_collector body;
    body.append(block);
    body.spill();
    block.assign("new bytes");
    CHECK(body.view() == "old bytes");
    body.append(block);
    CHECK(body.view() == "old bytesnew bytes");
    body.spill();
    CHECK(body.view() == "old bytesnew bytes");
    body.clear();
    CHECK(body.size() == 0);
    body.append(block);
    CHECK(body.view().data() == block.data()); // it views again
}

TEST_CASE("exchanges are used again and counted")
{
    timer_wheel wheel{clock::time_point{1000s}};
    exchange_pool pool{wheel};
    exchange& first = pool.take();
    exchange& second = pool.take();
    CHECK(&first != &second);
    CHECK(pool.in_use() == 2);
    pool.give_back(first);
    CHECK(pool.in_use() == 1);
    CHECK(&pool.take() == &first);
    CHECK(pool.in_use() == 2);
    pool.give_back(second);
    pool.give_back(first);
    CHECK(pool.in_use() == 0);
}

TEST_CASE("more exchanges than the pool keeps are given back in any order")
{
    timer_wheel wheel{clock::time_point{1000s}};
    exchange_pool pool{wheel};
    std::mt19937 random{7};
    for (int round = 0; round < 5; ++round) {
        std::vector<exchange*> taken;
        for (int i = 0; i < 600; ++i)
            taken.push_back(&pool.take());
        CHECK(std::set<exchange*>(taken.begin(), taken.end()).size() == 600);
        CHECK(pool.in_use() == 600);
        std::set<std::size_t> places;
        for (const exchange* each : taken)
            places.insert(each->index);
        CHECK(places.size() == 600);
        std::shuffle(taken.begin(), taken.end(), random);
        for (exchange* each : taken)
            pool.give_back(*each);
        CHECK(pool.in_use() == 0);
    }
}

TEST_CASE("an exchange comes out of the pool without traces of its last request")
{
    timer_wheel wheel{clock::time_point{1000s}};
    exchange_pool pool{wheel};
    exchange& used = pool.take();
    used.content.append("body"sv);
    used.answer = response{status::created};
    used.failed = rejection::body_timeout;
    used.cancel(cancel_reason::deadline);
    used.dispatched = used.received = used.body_wanted = used.continued = true;
    used.req.locals().set(42);
    pool.give_back(used);
    exchange& fresh = pool.take();
    REQUIRE(&fresh == &used);
    CHECK(fresh.content.size() == 0);
    CHECK(fresh.answer.status() == status::ok);
    CHECK(fresh.failed == rejection::none);
    CHECK(fresh.reason == cancel_reason::none);
    CHECK(fresh.cancelled() == cancel_reason::none);
    CHECK_FALSE((fresh.dispatched || fresh.received || fresh.body_wanted || fresh.continued));
    CHECK_FALSE(fresh.done);
    CHECK(fresh.req.locals().get<int>() == nullptr);
    CHECK_FALSE(fresh.is_set());
    CHECK(fresh.peer().empty());
    pool.give_back(fresh);
}

TEST_CASE("the first reason for cancelling stays")
{
    timer_wheel wheel{clock::time_point{1000s}};
    exchange_pool pool{wheel};
    exchange& one = pool.take();
    one.cancel(cancel_reason::client_left);
    one.cancel(cancel_reason::deadline);
    CHECK(one.reason == cancel_reason::client_left);
    CHECK(one.cancelled() == cancel_reason::client_left);
    pool.give_back(one);

    exchange& answered = pool.take();
    answered.done = true;
    answered.cancel(cancel_reason::shutdown);
    CHECK(answered.cancelled() == cancel_reason::none);
    pool.give_back(answered);
}

TEST_CASE("an abandoned exchange is given back once its handler has ended")
{
    timer_wheel wheel{clock::time_point{1000s}};
    exchange_pool pool{wheel};
    SUBCASE("at once when no handler runs")
    {
        pool.take().abandon();
        CHECK(pool.in_use() == 0);
    }
    SUBCASE("later when one does")
    {
        exchange& one = pool.take();
        alignas(std::max_align_t) char somebody[1];
        one.running = reinterpret_cast<runner*>(somebody); // only compared with null
        one.abandon();
        CHECK(pool.in_use() == 1);
        one.finish();
        CHECK(pool.in_use() == 0);
    }
}

TEST_CASE("a handler whose cancelled operation ends inside of the cancelling is not timed again")
{
    // An operation of the user's own may complete while it is being cancelled, unlike Asio's.
    simple_service service;
    std::vector<std::string> seen;
    service.on_waiting("/stubborn", [&seen](request&) -> awaitable<response> {
        try {
            co_await boost::asio::async_initiate<
                const boost::asio::deferred_t, void(boost::system::error_code)>(
                [](auto handler) {
                    auto slot = boost::asio::get_associated_cancellation_slot(handler);
                    auto kept = std::make_shared<decltype(handler)>(std::move(handler));
                    slot.assign([kept](boost::asio::cancellation_type) {
                        auto resume = std::move(*kept);
                        resume(boost::asio::error::operation_aborted);
                    });
                },
                boost::asio::deferred);
        } catch (const boost::system::system_error&) {
            seen.push_back("stopped");
        }
        co_return response{"late"};
    });
    service.on("/", [](request&) { return response{"fine"}; });
    test_worker worker{service};
    // Clients that leave meanwhile, one after the other and all at once.
    for (int round = 0; round < 3; ++round) {
        const auto left = worker.connect(get("/stubborn") + get("/"));
        worker.run();
        left->reset();
        worker.run();
        worker.advance(1s);
        CHECK(worker.empty());
    }
    CHECK(seen.size() == 3);
    seen.clear();
    const auto pipe = worker.connect(get("/stubborn"));
    worker.run();
    worker.advance(3h + 1s);
    CHECK(seen == std::vector<std::string>{"stopped"});
    CHECK(take_reply(*pipe).text() == "late");
    // The same exchange serves the next request, whose head takes its time.
    const std::string next = get("/");
    pipe->send(next.substr(0, 10));
    worker.run();
    for (int i = 0; i < 5; ++i)
        worker.advance(100ms);
    pipe->send(next.substr(10));
    worker.run();
    CHECK(take_reply(*pipe).text() == "fine");
}
