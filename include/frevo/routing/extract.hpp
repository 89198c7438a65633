// SPDX-License-Identifier: BSL-1.0
// The extractor protocol: how a type becomes an argument of a handler.
#pragma once

#include <frevo/core/result.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/routing/signature.hpp>

#include <concepts>
#include <type_traits>

namespace frevo {

class request;

/// Makes a `T` from a request, so that handlers can take one as an argument.
///
/// Specialise it for your own types with one static function:
///
///     static frevo::result<tenant> from(frevo::request& req);
///
/// It may return `tenant` if it cannot fail, and `awaitable<result<tenant>>` if it has to wait. Its
/// parameters are extractors themselves: `from(request&, header<"authorization">, state<users>)`.
/// With `static constexpr bool consumes_body = true;` it runs when `request::body()` is there; with
/// `streams_body` it reads the body itself, by `body_reader`.
/// A type that several arguments of one handler need is made once per request. See:
/// docs/extractors.md
template <class T>
struct extractor;

namespace detail {

template <class A>
inline constexpr bool is_request = std::is_same_v<std::remove_cvref_t<A>, request>;

template <class T>
concept has_extractor = requires
{
    sizeof(extractor<T>);
};

template <class T>
struct from_signature : call_signature<void>
{};
template <class T>
requires requires
{
    &extractor<T>::from;
}
struct from_signature<T> : call_signature<decltype(&extractor<T>::from)>
{};

/// Whether `from` returns what the protocol asks for.
template <class T>
inline constexpr bool returns_extracted =
    std::is_same_v<awaited_t<typename from_signature<T>::result>, T> ||
    std::is_same_v<awaited_t<typename from_signature<T>::result>, result<T>>;

/// Whether the extractor reads the request's body piece by piece.
template <class T>
inline constexpr bool streams_body = false;
template <class T>
requires requires
{
    requires extractor<T>::streams_body;
}
inline constexpr bool streams_body<T> = true;

/// Whether the extractor takes the request's whole body.
template <class T>
inline constexpr bool consumes_body = false;
template <class T>
requires requires
{
    requires extractor<T>::consumes_body;
}
inline constexpr bool consumes_body<T> = true;

/// Whether running the extractor twice costs no more than remembering its value.
template <class T>
inline constexpr bool is_repeatable = false;
template <class T>
requires requires
{
    requires extractor<T>::repeatable;
}
inline constexpr bool is_repeatable<T> = true;

/// An argument and everything that its extractor needs, depth first, with repetitions.
template <class A>
struct needs_of_argument;

template <class List>
struct needs_of_list;
template <class... A>
struct needs_of_list<type_list<A...>>
{
    using type = joined<typename needs_of_argument<A>::type...>;
};

template <class A>
struct needs_of_argument
{
    using value = std::remove_cvref_t<A>;
    using type = joined<
        typename needs_of_list<typename from_signature<value>::arguments>::type, type_list<value>>;
};
template <class A>
requires is_request<A>
struct needs_of_argument<A>
{
    using type = type_list<>;
};

/// All values that a list of arguments needs.
template <class List>
using needs_of = typename needs_of_list<List>::type;

/// Whether making the argument may wait.
template <class List>
inline constexpr bool any_waits = false;
template <class... T>
inline constexpr bool
    any_waits<type_list<T...>> = (false || ... || is_awaitable<typename from_signature<T>::result>);

template <class A>
inline constexpr bool argument_waits = any_waits<typename needs_of_argument<A>::type>;

/// The types that occur in a list more than once and are worth remembering, each once.
template <class List>
struct repeated_types
{
    using type = type_list<>;
};
template <class T, class... Rest>
struct repeated_types<type_list<T, Rest...>>
{
    static constexpr bool last_but_one = !is_repeatable<T> && count_in<T, type_list<Rest...>> == 1;
    using type = joined<
        std::conditional_t<last_but_one, type_list<T>, type_list<>>,
        typename repeated_types<type_list<Rest...>>::type>;
};

/// Whether one of a list reads the body piece by piece.
template <class List>
inline constexpr bool any_streams = false;
template <class... T>
inline constexpr bool any_streams<type_list<T...>> = (false || ... || streams_body<T>);

/// How many different types of a list take the body, whole or in pieces.
template <class List>
inline constexpr std::size_t body_consumers = 0;
template <class T, class... Rest>
inline constexpr std::size_t body_consumers<type_list<T, Rest...>> =
    body_consumers<type_list<Rest...>> +
    std::size_t{(consumes_body<T> || streams_body<T>)&&count_in<T, type_list<Rest...>> == 0};

template <class List>
struct checked_list;

/// Checks one argument of a handler or extractor; the compiler names its type `A` when it fails.
template <class A>
consteval bool check_argument()
{
    using value = std::remove_cvref_t<A>;
    if constexpr (is_request<A>) {
        static_assert(
            std::is_lvalue_reference_v<A>,
            "frevo: a request cannot be copied; take it as frevo::request&");
        return true;
    } else {
        static_assert(
            has_extractor<value>,
            "frevo: this type cannot be an argument of a handler, because it has no "
            "frevo::extractor; see docs/extractors.md for the types that have one and how to write "
            "yours");
        static_assert(
            !std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>,
            "frevo: take this argument by value; only frevo::request& is a reference");
        if constexpr (has_extractor<value>) {
            static_assert(
                from_signature<value>::known, "frevo: an extractor needs one static function "
                                              "`from` that is neither overloaded nor "
                                              "a template");
            static_assert(
                returns_extracted<value>,
                "frevo: the function `from` of extractor<T> must return T, result<T>, or an "
                "awaitable of one of them");
            return checked_list<typename from_signature<value>::arguments>::value;
        }
        return false;
    }
}

template <class... A>
struct checked_list<type_list<A...>>
{
    static constexpr bool value = (true && ... && check_argument<A>());
};

} // namespace detail

/// A type that a handler may take as an argument.
template <class T>
concept extractable = detail::has_extractor<std::remove_cvref_t<T>> &&
    detail::from_signature<std::remove_cvref_t<T>>::known &&
    detail::returns_extracted<std::remove_cvref_t<T>>;

} // namespace frevo
