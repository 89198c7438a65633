// SPDX-License-Identifier: BSL-1.0
#include "routing/state_registry.hpp"
#include "unit/routing/routed.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::routed;

namespace {

struct counter
{
    int count = 0;
};

/// Can be neither copied nor moved.
struct fixed
{
    explicit fixed(std::size_t number) : index(number) {}
    fixed(const fixed&) = delete;
    std::size_t index;
    std::mutex lock;
};

struct tracked
{
    tracked(std::vector<std::string>& into, std::string name) : log(&into), text(std::move(name)) {}
    tracked(tracked&& other) noexcept : log(std::exchange(other.log, nullptr)), text(other.text) {}
    ~tracked()
    {
        if (log)
            log->push_back(text);
    }
    std::vector<std::string>* log;
    std::string text;
};
struct first : tracked
{
    using tracked::tracked;
};
struct second : tracked
{
    using tracked::tracked;
};

template <class T>
void* slot_of(const detail::worker_state& of)
{
    const std::size_t number = detail::type_number<T>();
    return number < of.slots().size() ? of.slots()[number] : nullptr;
}

worker make_worker(std::size_t index)
{
    return worker{boost::asio::any_io_executor{}, index};
}

template <class T>
detail::provided_state provide(T object, detail::state_kind kind)
{
    return detail::provide_shared(std::move(object), kind, __FILE__, __LINE__);
}

template <class T, class F>
detail::provided_state provide_per_worker(F factory)
{
    return detail::provide_per_worker<T>(std::move(factory), __FILE__, __LINE__);
}

} // namespace

TEST_CASE("a shared object is reached as const only, and is the same for all workers")
{
    detail::state_registry states;
    states.add(provide(counter{7}, detail::state_kind::shared));
    const auto one = states.make(make_worker(0));
    const auto two = states.make(make_worker(1));
    REQUIRE(slot_of<const counter>(*one) != nullptr);
    CHECK(slot_of<counter>(*one) == nullptr);
    CHECK(slot_of<const counter>(*one) == slot_of<const counter>(*two));
    CHECK(static_cast<const counter*>(slot_of<const counter>(*one))->count == 7);
}

TEST_CASE("a mutable shared object is reached both ways")
{
    detail::state_registry states;
    states.add(provide(counter{7}, detail::state_kind::shared_mutable));
    const auto one = states.make(make_worker(0));
    CHECK(slot_of<counter>(*one) != nullptr);
    CHECK(slot_of<counter>(*one) == slot_of<const counter>(*one));
}

TEST_CASE("pointers and references provide what they refer to")
{
    detail::state_registry states;
    auto pointer = std::make_shared<const counter>(counter{3});
    fixed object{4};
    states.add(provide(pointer, detail::state_kind::shared));
    states.add(provide(std::ref(object), detail::state_kind::shared_mutable));
    const auto one = states.make(make_worker(0));
    CHECK(slot_of<const counter>(*one) == pointer.get());
    CHECK(slot_of<fixed>(*one) == &object);
    CHECK(pointer.use_count() == 2);
}

TEST_CASE("each worker has its own object, made with its worker, even one that cannot move")
{
    detail::state_registry states;
    states.add(provide_per_worker<fixed>([](worker& owner) { return fixed{owner.index()}; }));
    states.add(provide_per_worker<counter>([] { return counter{1}; }));
    const auto one = states.make(make_worker(0));
    const auto two = states.make(make_worker(1));
    CHECK(slot_of<fixed>(*one) != slot_of<fixed>(*two));
    CHECK(static_cast<fixed*>(slot_of<fixed>(*two))->index == 1);
    CHECK(slot_of<const fixed>(*one) == slot_of<fixed>(*one));
    CHECK(slot_of<counter>(*one) != nullptr);
}

TEST_CASE("a worker's objects are destroyed in the reverse order")
{
    std::vector<std::string> log;
    detail::state_registry states;
    states.add(provide_per_worker<first>([&] { return first{log, "first"}; }));
    states.add(provide_per_worker<second>([&] { return second{log, "second"}; }));
    states.make(make_worker(0));
    CHECK(log == std::vector<std::string>{"second", "first"});
}

TEST_CASE("what a factory throws is passed on, and what was made is destroyed")
{
    std::vector<std::string> log;
    detail::state_registry states;
    states.add(provide_per_worker<first>([&] { return first{log, "first"}; }));
    states.add(
        provide_per_worker<second>([&]() -> second { throw std::runtime_error{"no database"}; }));
    CHECK_THROWS_WITH(states.make(make_worker(0)), "no database");
    CHECK(log == std::vector<std::string>{"first"});
}

TEST_CASE("handlers reach the objects of their worker")
{
    routed app;
    app.states.add(provide_per_worker<counter>([] { return counter{}; }));
    app.states.add(provide(std::string{"shared"}, detail::state_kind::shared));
    app.get("/count", [](state<counter> own, state<const std::string> text) {
        return *text + std::to_string(++own->count);
    });
    app.get("/wait", [](state<const counter> own) -> awaitable<std::string> {
        co_return std::to_string((*own).count);
    });
    CHECK(app.text(method::get, "/count") == "200 shared1");
    CHECK(app.text(method::get, "/count") == "200 shared2");
    CHECK(app.text(method::get, "/wait") == "200 2");
}
