// SPDX-License-Identifier: BSL-1.0
#include "server/timer_wheel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <vector>

using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::clock;

namespace {

class bell_deadline final : public deadline
{
public:
    int rung = 0;
    clock::time_point rung_at{};
    std::function<void(clock::time_point)> also;

private:
    void on_deadline(clock::time_point now) noexcept override
    {
        ++rung;
        rung_at = now;
        if (also)
            also(now);
    }
};

const clock::time_point start{1000s};

/// Moves on from call to call as the timer of a worker does, up to `end`.
void follow(timer_wheel& wheel, clock::time_point end)
{
    for (auto at = wheel.next(); at && *at <= end; at = wheel.next())
        wheel.advance(*at);
    wheel.advance(end);
}

} // namespace

TEST_CASE("a deadline is met when it is due, at most one tick late and never early")
{
    timer_wheel wheel{start};
    for (const auto wait :
         {1ms, 9ms, 10ms, 11ms, 250ms, 4999ms, 5110ms, 5120ms, 5130ms, 60'000ms}) {
        CAPTURE(wait.count());
        bell_deadline bell;
        const auto from = clock::time_point{start + 70s * (wait.count() % 7)};
        timer_wheel fresh{from};
        fresh.set(bell, from + wait, from);
        CHECK(bell.is_set());
        CHECK(bell.due() == from + wait);
        follow(fresh, from + wait - 1ns);
        CHECK(bell.rung == 0);
        follow(fresh, from + wait + timer_wheel::tick);
        CHECK(bell.rung == 1);
        CHECK(bell.rung_at >= from + wait);
        CHECK_FALSE(bell.is_set());
        follow(fresh, from + 10 * wait + 60s);
        CHECK(bell.rung == 1);
    }
    CHECK_FALSE(wheel.next());
}

TEST_CASE("next() tells a moment at which something can be due, and nothing when empty")
{
    timer_wheel wheel{start};
    CHECK_FALSE(wheel.next());
    bell_deadline near;
    bell_deadline far;
    wheel.set(far, start + 3s, start);
    wheel.set(near, start + 1s, start);
    REQUIRE(wheel.next());
    CHECK(*wheel.next() >= start + 1s);
    CHECK(*wheel.next() < start + 1s + timer_wheel::tick);
    wheel.advance(*wheel.next());
    CHECK(near.rung == 1);
    CHECK(*wheel.next() >= start + 3s);
    wheel.advance(*wheel.next());
    CHECK(far.rung == 1);
    CHECK_FALSE(wheel.next());
}

TEST_CASE("a deadline beyond the horizon is moved on and met once")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start + 60s, start);
    REQUIRE(wheel.next());
    CHECK(*wheel.next() < start + timer_wheel::tick * timer_wheel::slot_count);
    follow(wheel, start + 59s);
    CHECK(bell.rung == 0);
    CHECK(bell.is_set());
    follow(wheel, start + 61s);
    CHECK(bell.rung == 1);
}

TEST_CASE("a deadline that is put off is met at its new time only")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start + 1s, start);
    wheel.set(bell, start + 2s, start);
    follow(wheel, start + 1990ms);
    CHECK(bell.rung == 0);
    follow(wheel, start + 2010ms);
    CHECK(bell.rung == 1);
}

TEST_CASE("a deadline that is moved nearer is met earlier")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start + 60s, start);
    wheel.set(bell, start + 20ms, start);
    follow(wheel, start + 30ms);
    CHECK(bell.rung == 1);
    follow(wheel, start + 100s);
    CHECK(bell.rung == 1);
}

TEST_CASE("a cleared deadline is not met, and can be set again")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start + 1s, start);
    wheel.clear(bell);
    CHECK_FALSE(bell.is_set());
    SUBCASE("set again before its slot came up")
    {
        wheel.set(bell, start + 1500ms, start);
        follow(wheel, start + 1400ms);
        CHECK(bell.rung == 0);
        follow(wheel, start + 1600ms);
        CHECK(bell.rung == 1);
    }
    SUBCASE("set again later")
    {
        follow(wheel, start + 2s);
        CHECK(bell.rung == 0);
        CHECK_FALSE(wheel.next());
        wheel.set(bell, start + 3s, start + 2s);
        follow(wheel, start + 4s);
        CHECK(bell.rung == 1);
    }
}

TEST_CASE("a deadline that is already past is met at the next tick")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start - 5s, start);
    wheel.advance(start + timer_wheel::tick);
    CHECK(bell.rung == 1);
}

TEST_CASE("a wheel that was empty for long does not meet deadlines early")
{
    timer_wheel wheel{start};
    const auto later = start + 1h;
    bell_deadline bell;
    wheel.set(bell, later + 1s, later);
    REQUIRE(wheel.next());
    CHECK(*wheel.next() >= later + 1s);
    wheel.advance(later + 990ms);
    CHECK(bell.rung == 0);
    wheel.advance(later + 1010ms);
    CHECK(bell.rung == 1);
}

TEST_CASE("a jump over many rounds meets everything due once, and nothing else")
{
    timer_wheel wheel{start};
    std::vector<std::unique_ptr<bell_deadline>> bells;
    for (int i = 0; i < 1000; ++i) {
        bells.push_back(std::make_unique<bell_deadline>());
        wheel.set(*bells.back(), start + i * 1s, start);
    }
    wheel.advance(start + 500s);
    int rung = 0;
    for (int i = 0; i < 1000; ++i) {
        CAPTURE(i);
        CHECK(bells[static_cast<std::size_t>(i)]->rung == (i <= 500 ? 1 : 0));
        rung += bells[static_cast<std::size_t>(i)]->rung;
    }
    CHECK(rung == 501);
}

TEST_CASE("a destroyed deadline leaves the wheel")
{
    timer_wheel wheel{start};
    auto bell = std::make_unique<bell_deadline>();
    bell_deadline other;
    wheel.set(*bell, start + 1s, start);
    wheel.set(other, start + 1s, start);
    bell.reset();
    follow(wheel, start + 2s);
    CHECK(other.rung == 1);
}

TEST_CASE("deadlines may outlive their wheel")
{
    bell_deadline first;
    bell_deadline second;
    {
        timer_wheel wheel{start};
        wheel.set(first, start + 1s, start);
        wheel.set(second, start + 1s, start);
    }
    CHECK(first.rung == 0); // and their destructors touch no wheel
}

TEST_CASE("a deadline that is being met may change all others")
{
    timer_wheel wheel{start};
    auto victim = std::make_unique<bell_deadline>();
    bell_deadline cleared;
    bell_deadline put_off;
    bell_deadline killer;
    bell_deadline second_killer;
    int met = 0;
    const auto strike = [&](clock::time_point now) {
        ++met;
        victim.reset();
        wheel.clear(cleared);
        wheel.set(put_off, now + 1s, now);
    };
    killer.also = strike;
    second_killer.also = strike;
    // One of the two comes before the others, whatever the order in a slot is.
    wheel.set(killer, start + 1s, start);
    wheel.set(*victim, start + 1s, start);
    wheel.set(cleared, start + 1s, start);
    wheel.set(put_off, start + 1s, start);
    wheel.set(second_killer, start + 1s, start);
    wheel.advance(start + 1s);
    CHECK(met == 2);
    CHECK(victim == nullptr);
    CHECK(cleared.rung == 0);
    CHECK(put_off.rung == 0);
    follow(wheel, start + 3s);
    CHECK(cleared.rung == 0);
    CHECK(put_off.rung == 1);
}

TEST_CASE("a deadline may set itself again or destroy itself while it is met")
{
    timer_wheel wheel{start};
    bell_deadline again;
    again.also = [&](clock::time_point now) { wheel.set(again, now + 1s, now); };
    auto* doomed = new bell_deadline;
    int destroyed = 0;
    doomed->also = [&](clock::time_point) {
        ++destroyed;
        delete doomed;
    };
    wheel.set(again, start + 1s, start);
    wheel.set(*doomed, start + 1s, start);
    follow(wheel, start + 1s);
    CHECK(destroyed == 1);
    CHECK(again.rung == 1);
    follow(wheel, start + 2100ms);
    CHECK(again.rung == 2);
    // Set for a moment that is past already, it comes with the next tick and not in a loop.
    again.also = [&](clock::time_point now) { wheel.set(again, now - 1s, now); };
    wheel.advance(start + 3200ms);
    CHECK(again.rung == 3);
    wheel.advance(start + 3210ms);
    CHECK(again.rung == 4);
    again.also = nullptr;
}

TEST_CASE("time that stands still or goes back changes nothing")
{
    timer_wheel wheel{start};
    bell_deadline bell;
    wheel.set(bell, start + 10ms, start);
    wheel.advance(start);
    wheel.advance(start - 5s);
    CHECK(bell.rung == 0);
    CHECK(bell.is_set());
    wheel.advance(start + 10ms);
    CHECK(bell.rung == 1);
}

TEST_CASE("random deadlines agree with a plain list")
{
    struct row
    {
        std::unique_ptr<bell_deadline> bell = std::make_unique<bell_deadline>();
        clock::time_point due{};
        bool set = false;
        int expected = 0;
    };
    for (unsigned seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        std::mt19937 random{seed};
        const auto pick = [&](int below) {
            return static_cast<int>(random() % static_cast<unsigned>(below));
        };
        auto now = start;
        timer_wheel wheel{now};
        std::vector<row> rows(40);
        for (int step = 0; step < 2000; ++step) {
            row& chosen = rows[static_cast<std::size_t>(pick(40))];
            switch (pick(6)) {
            case 0:
            case 1:
            case 2: {
                // Most are near, some beyond the horizon, a few past.
                const int spread = pick(4) == 0 ? 20'000'000 : 200'000;
                chosen.due = now + std::chrono::microseconds{pick(spread) - 1000};
                chosen.set = true;
                wheel.set(*chosen.bell, chosen.due, now);
                break;
            }
            case 3:
                chosen.set = false;
                wheel.clear(*chosen.bell);
                break;
            case 4:
                chosen = row{};
                break;
            default:
                now += std::chrono::microseconds{pick(20) == 0 ? pick(30'000'000) : pick(30'000)};
                wheel.advance(now);
                for (row& each : rows) {
                    if (each.set && each.bell->rung > each.expected) {
                        CHECK(each.due <= now); // not early
                        ++each.expected;
                        each.set = false;
                    }
                    // Not later than one tick, and only once.
                    CHECK_FALSE((each.set && each.due + timer_wheel::tick <= now));
                    CHECK(each.bell->rung == each.expected);
                    CHECK(each.bell->is_set() == each.set);
                }
                for (const row& each : rows) {
                    if (each.set) {
                        REQUIRE(wheel.next());
                        CHECK(*wheel.next() <= std::max(each.due, now) + timer_wheel::tick);
                    }
                }
            }
        }
    }
}
