// SPDX-License-Identifier: BSL-1.0
// Tests of the move-only callable.
#include <frevo/core/unique_function.hpp>

#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

using namespace frevo;

namespace {

// Counts its living copies, and fills the wanted size.
template <std::size_t Size>
struct counted
{
    explicit counted(int& alive) noexcept : alive_(&alive) { ++*alive_; }
    counted(counted&& other) noexcept : alive_(other.alive_) { ++*alive_; }
    ~counted() { --*alive_; }
    int operator()(int x) const { return x + 1; }

    int* alive_;
    std::array<char, Size - sizeof(int*)> filler{};
};

int twice(int x)
{
    return 2 * x;
}

struct point
{
    // Makes it as large as a pointer: g++ 12 warns of virtual calls that member pointers might be.
    long y = 0;
    int x = 3;
    int moved_by(int d) const { return x + d; }
};

} // namespace

TEST_CASE("an empty function says so")
{
    unique_function<void()> none;
    CHECK_FALSE(none);
    CHECK(none == nullptr);
    unique_function<void()> null{nullptr};
    CHECK_FALSE(null);
    int (*no_pointer)(int) = nullptr;
    unique_function<int(int)> from_pointer{no_pointer};
    CHECK_FALSE(from_pointer);
    unique_function<int(int)> from_wrapper{std::function<int(int)>{}};
    CHECK_FALSE(from_wrapper);
    unique_function<int(point&)> from_member{static_cast<int point::*>(nullptr)};
    CHECK_FALSE(from_member);
}

TEST_CASE("functions, lambdas and members can be called")
{
    CHECK(unique_function<int(int)>{twice}(4) == 8);
    CHECK(unique_function<int(int)>{&twice}(4) == 8);
    const point start;
    CHECK(unique_function<int(const point&, int)>{&point::moved_by}(start, 4) == 7);
    CHECK(unique_function<int(const point&)>{&point::x}(start) == 3);
    int called = 0;
    unique_function<void()> ignores_result{[&] { return ++called; }};
    ignores_result();
    CHECK(called == 1);
}

TEST_CASE("arguments and results are forwarded, not copied")
{
    unique_function<std::unique_ptr<int>(std::unique_ptr<int>)> pass{
        [](std::unique_ptr<int> p) { return p; }};
    auto made = std::make_unique<int>(5);
    int* const address = made.get();
    CHECK(pass(std::move(made)).get() == address);

    int value = 1;
    unique_function<int&(int&)> same{[](int& x) -> int& { return x; }};
    CHECK(&same(value) == &value);
}

TEST_CASE("a target that cannot be copied is kept")
{
    unique_function<int()> f{[p = std::make_unique<int>(7)] { return *p; }};
    unique_function<int()> g = std::move(f);
    CHECK_FALSE(f);
    CHECK(g() == 7);
}

TEST_CASE_TEMPLATE(
    "targets of every size are moved and destroyed exactly once", Target, counted<16>, counted<48>,
    counted<56>, counted<400>)
{
    int alive = 0;
    {
        unique_function<int(int)> f{Target{alive}};
        CHECK(alive == 1);
        CHECK(f(1) == 2);
        unique_function<int(int)> g{std::move(f)};
        CHECK(alive == 1);
        CHECK(g(2) == 3);
        CHECK_FALSE(f);

        unique_function<int(int)> h{Target{alive}};
        CHECK(alive == 2);
        h = std::move(g);
        CHECK(alive == 1);
        CHECK(h(3) == 4);

        unique_function<int(int)>& self = h;
        h = std::move(self);
        CHECK(alive == 1);
        CHECK(h(4) == 5);

        h = nullptr;
        CHECK(alive == 0);
        CHECK_FALSE(h);
        h = Target{alive};
        CHECK(h(5) == 6);
    }
    CHECK(alive == 0);
}

TEST_CASE("a plain function stays changeable inside")
{
    unique_function<int()> counter{[n = 0]() mutable { return ++n; }};
    CHECK(counter() == 1);
    CHECK(counter() == 2);
}

TEST_CASE("a const function can be called when const and calls its target as const")
{
    struct which
    {
        int operator()() { return 1; }
        int operator()() const { return 2; }
    };
    const unique_function<int() const> constant{which{}};
    CHECK(constant() == 2);
    unique_function<int()> changeable{which{}};
    CHECK(changeable() == 1);

    auto changes = [n = 0]() mutable { return ++n; };
    static_assert(!std::is_constructible_v<unique_function<int() const>, decltype(changes)>);
    static_assert(std::is_constructible_v<unique_function<int()>, decltype(changes)>);
    static_assert(!std::is_invocable_v<const unique_function<int()>&>);
}

TEST_CASE("what cannot be called with the signature is refused by overload resolution")
{
    static_assert(!std::is_constructible_v<unique_function<int(int)>, int>);
    static_assert(!std::is_constructible_v<unique_function<int(int)>, std::string (*)(int)>);
    static_assert(!std::is_copy_constructible_v<unique_function<void()>>);
    static_assert(std::is_nothrow_move_constructible_v<unique_function<void()>>);
    static_assert(sizeof(unique_function<void()>) == 64);
}

TEST_CASE(
    "a target whose move may throw is kept on the heap, so that moving the function cannot throw")
{
    struct throws_when_moved
    {
        throws_when_moved() = default;
        throws_when_moved(const throws_when_moved&) = default;
        throws_when_moved(throws_when_moved&& other) : armed(other.armed)
        {
            if (armed)
                throw std::runtime_error("moved");
        }
        int operator()() const { return 1; }
        bool armed = false;
    };
    throws_when_moved target;
    unique_function<int()> f{target};
    target.armed = true;
    CHECK_THROWS_AS(unique_function<int()>{std::move(target)}, std::runtime_error);
    unique_function<int()> g{std::move(f)};
    CHECK(g() == 1);
}
