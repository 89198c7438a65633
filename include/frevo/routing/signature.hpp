// SPDX-License-Identifier: BSL-1.0
// Takes callables apart: their result, their parameters and whether they may be called as const.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace frevo::detail {

template <class... T>
struct type_list
{
    static constexpr std::size_t size = sizeof...(T);
};

template <class... Lists>
struct joined_lists
{
    using type = type_list<>;
};
template <class... A>
struct joined_lists<type_list<A...>>
{
    using type = type_list<A...>;
};
template <class... A, class... B, class... Rest>
struct joined_lists<type_list<A...>, type_list<B...>, Rest...>
{
    using type = typename joined_lists<type_list<A..., B...>, Rest...>::type;
};
/// One list with the elements of all.
template <class... Lists>
using joined = typename joined_lists<Lists...>::type;

/// How often a type is in a list.
template <class T, class List>
inline constexpr std::size_t count_in = 0;
template <class T, class... U>
inline constexpr std::size_t
    count_in<T, type_list<U...>> = (std::size_t{0} + ... + std::size_t{std::is_same_v<T, U>});

/// The signature of a function or member function; not `known` for anything else.
template <class F>
struct call_signature
{
    static constexpr bool known = false;
    static constexpr bool is_const = true;
    using result = void;
    using arguments = type_list<>;
};

template <class R, bool Const, class... A>
struct known_signature
{
    static constexpr bool known = true;
    static constexpr bool is_const = Const;
    using result = R;
    using arguments = type_list<A...>;
};

template <class R, class... A>
struct call_signature<R (*)(A...)> : known_signature<R, true, A...>
{};
template <class R, class... A>
struct call_signature<R (*)(A...) noexcept> : known_signature<R, true, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...) const> : known_signature<R, true, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...) const noexcept> : known_signature<R, true, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...) const&> : known_signature<R, true, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...) const& noexcept> : known_signature<R, true, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...)> : known_signature<R, false, A...>
{};
template <class C, class R, class... A>
struct call_signature<R (C::*)(A...) noexcept> : known_signature<R, false, A...>
{};

/// The signature of a callable object.
template <class F>
struct callable_signature : call_signature<F>
{};
template <class F>
requires requires
{
    &F::operator();
}
struct callable_signature<F> : call_signature<decltype(&F::operator())>
{};

template <class List>
struct first_of
{
    using type = void;
};
template <class First, class... Rest>
struct first_of<type_list<First, Rest...>>
{
    using type = First;
};
/// The type of a callable's first parameter; void when it has none or cannot be taken apart.
template <class F>
using first_argument_t = typename first_of<typename callable_signature<F>::arguments>::type;

template <class T>
constexpr const char* spelled_function() noexcept
{
    return __PRETTY_FUNCTION__; // ends with "[with T = int]" (g++) or "[T = int]" (clang)
}

/// The type as the compiler spells it, for messages. Lifetime: static storage.
template <class T>
constexpr std::string_view type_name() noexcept
{
    std::string_view text = spelled_function<T>();
    const std::size_t begin = text.find("T = ");
    const std::size_t end = text.rfind(']');
    return text.substr(begin + 4, end - begin - 4);
}

} // namespace frevo::detail
