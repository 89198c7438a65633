// SPDX-License-Identifier: BSL-1.0
#include <frevo/routing/handler.hpp>
#include <frevo/routing/params.hpp>
#include <frevo/routing/state.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

using namespace frevo;
using namespace frevo::detail;

namespace {

struct outer
{};
struct inner
{};
struct waiting
{};

} // namespace

template <>
struct frevo::extractor<inner>
{
    static inner from(path<"inner">, state<int>) { return {}; }
};
template <>
struct frevo::extractor<outer>
{
    static result<outer> from(const request&, inner, state<const int>) { return outer{}; }
};
template <>
struct frevo::extractor<waiting>
{
    static awaitable<waiting> from(inner) { co_return waiting{}; }
};

namespace {

template <class F>
using traits_of = handler_traits<F>;

template <class F>
auto traits(F&&)
{
    return handler_traits<F>{};
}

[[maybe_unused]] int function(int, const std::string&) noexcept
{
    return 0;
}

} // namespace

TEST_CASE("signatures of functions and callables are taken apart")
{
    using plain = callable_signature<decltype(&function)>;
    static_assert(plain::known && plain::is_const);
    static_assert(std::is_same_v<plain::result, int>);
    static_assert(std::is_same_v<plain::arguments, type_list<int, const std::string&>>);
    auto mutable_lambda = [n = 0](int) mutable { return ++n; };
    static_assert(!callable_signature<decltype(mutable_lambda)>::is_const);
    auto generic = [](auto) {};
    static_assert(!callable_signature<decltype(generic)>::known);
    auto lambda = [](char) {};
    static_assert(callable_signature<decltype(lambda)>::known);
    static_assert(!callable_signature<int>::known);
    CHECK(type_name<int>() == "int");
    CHECK(type_name<const char>() == "const char");
}

TEST_CASE("what a handler needs is found through its extractors")
{
    const auto made = traits([](outer, request&, path<"id", int>) {});
    using needs = decltype(made)::needs;
    static_assert(count_in<inner, needs> == 1);
    static_assert(count_in<path<"inner">, needs> == 1);
    const handler_facts facts = made.facts();
    REQUIRE(facts.path_names.size() == 2);
    CHECK(facts.path_names[0] == "inner");
    CHECK(facts.path_names[1] == "id");
    REQUIRE(facts.states.size() == 2);
    CHECK(facts.states[0].type == "int");
    CHECK(facts.states[0].number() == type_number<int>());
    CHECK(facts.states[1].number() == type_number<const int>());
    CHECK(facts.states[1].number() == facts.states[1].const_number());
}

TEST_CASE("a handler waits when it is a coroutine or one of its extractors is")
{
    CHECK(!decltype(traits([](outer) {}))::waits);
    CHECK(decltype(traits([](waiting) {}))::waits);
    CHECK(!decltype(traits([](waiting) {}))::is_coroutine);
    CHECK(decltype(traits([]() -> awaitable<void> { co_return; }))::waits);
    CHECK(decltype(traits([](request_body<>) {}))::wants_body);
    CHECK(!decltype(traits([](request_body<>) {}))::waits);
}

TEST_CASE("types that several arguments need are made once, and cheap ones as often as needed")
{
    using shared = decltype(traits([](inner, outer, path<"inner">) {}))::shared;
    static_assert(std::is_same_v<shared, type_list<inner>>);
    using none = decltype(traits([](outer, path<"inner">) {}))::shared;
    static_assert(std::is_same_v<none, type_list<>>);
    CHECK(true);
}

TEST_CASE("a type is extractable when its extractor keeps the protocol")
{
    static_assert(extractable<outer>);
    static_assert(extractable<path<"x">>);
    static_assert(extractable<state<int>>);
    static_assert(!extractable<int>);
    CHECK(true);
}
