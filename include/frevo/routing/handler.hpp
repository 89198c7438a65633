// SPDX-License-Identifier: BSL-1.0
// What a handler takes, needs and returns, read from its signature and checked.
#pragma once

#include <frevo/core/fixed_string.hpp>
#include <frevo/http/into_response.hpp>
#include <frevo/http/type_number.hpp>
#include <frevo/routing/extract.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace frevo::detail {

/// The names of the path parameters that a handler takes.
template <fixed_string... Names>
struct path_names
{
    static constexpr std::array<std::string_view, sizeof...(Names)> texts{Names.view()...};
};

template <class... Names>
struct joined_names
{
    using type = path_names<>;
};
template <fixed_string... A>
struct joined_names<path_names<A...>>
{
    using type = path_names<A...>;
};
template <fixed_string... A, fixed_string... B, class... Rest>
struct joined_names<path_names<A...>, path_names<B...>, Rest...>
{
    using type = typename joined_names<path_names<A..., B...>, Rest...>::type;
};

template <class T>
struct path_name_of
{
    using type = path_names<>;
};
template <class T>
requires requires
{
    extractor<T>::path_name;
}
struct path_name_of<T>
{
    using type = path_names<extractor<T>::path_name>;
};

/// An application object that a handler takes as `state<T>`.
struct state_need
{
    std::size_t (*number)();       ///< of T
    std::size_t (*const_number)(); ///< of const T
    std::string_view type;         ///< T as the compiler spells it
};

template <class T>
struct state_need_of
{
    using type = type_list<>;
};
template <class T>
requires requires
{
    typename extractor<T>::state_type;
}
struct state_need_of<T>
{
    using type = type_list<typename extractor<T>::state_type>;
};

template <class List>
struct state_needs;
template <class... T>
struct state_needs<type_list<T...>>
{
    static constexpr std::array<state_need, sizeof...(T)> list{
        state_need{&type_number<T>, &type_number<const T>, type_name<T>()}...};
};

template <class List>
struct list_facts;
template <class... T>
struct list_facts<type_list<T...>>
{
    using names = typename joined_names<typename path_name_of<T>::type...>::type;
    using states = state_needs<joined<typename state_need_of<T>::type...>>;
};

/// What the start of the application checks about a handler. Lifetime: static storage.
struct handler_facts
{
    std::span<const std::string_view> path_names;
    std::span<const state_need> states;
};

/// What the compiler knows of a handler.
template <class Handler>
struct handler_traits
{
    using callable = std::decay_t<Handler>;
    using signature = callable_signature<callable>;
    using arguments = typename signature::arguments;
    using returned = typename signature::result;
    using answer = awaited_t<returned>;
    using needs = needs_of<arguments>;
    using shared = typename repeated_types<needs>::type;

    static constexpr bool is_coroutine = is_awaitable<returned>;
    static constexpr bool extraction_waits = any_waits<needs>;
    static constexpr bool waits = is_coroutine || extraction_waits;
    static constexpr bool wants_body = body_consumers<needs> > 0 && !any_streams<needs>;

    static constexpr handler_facts facts() noexcept
    {
        return {list_facts<needs>::names::texts, list_facts<needs>::states::list};
    }
};

template <class Handler>
using path_names_of = typename list_facts<typename handler_traits<Handler>::needs>::names;

template <class List>
inline constexpr bool all_by_value = true;
template <class... A>
inline constexpr bool
    all_by_value<type_list<A...>> = (true && ... && (is_request<A> || !std::is_reference_v<A>));

template <class T>
inline constexpr bool answers_request = answers<T>;
template <>
inline constexpr bool answers_request<void> = true;

/// Says in sentences what is wrong with a handler. True when nothing is.
template <class Handler>
consteval bool check_handler()
{
    using traits = handler_traits<Handler>;
    static_assert(
        traits::signature::known,
        "frevo: a handler is a function, a lambda, or an object with one operator(); its "
        "parameters "
        "must have types, because they say what it takes from the request (no `auto`)");
    static_assert(
        traits::signature::is_const,
        "frevo: a handler is called from all workers at once, so it must be callable as const; "
        "remove `mutable` and keep changing data in state<T> or behind a lock");
    if constexpr (checked_list<typename traits::arguments>::value) {
        static_assert(
            !traits::waits || all_by_value<typename traits::arguments>,
            "frevo: a handler that waits must take its arguments by value, since they have to live "
            "as long as its coroutine; only frevo::request& is a reference");
        static_assert(
            body_consumers<typename traits::needs> <= 1,
            "frevo: only one argument of a handler can take the body of the request");
        static_assert(
            answers_request<typename traits::answer>,
            "frevo: this handler's return type cannot become a response; see docs/routing.md for "
            "the types that can, or specialise frevo::into_response for yours");
        return traits::signature::known && traits::signature::is_const &&
               answers_request<typename traits::answer>;
    }
    return false;
}

} // namespace frevo::detail
