// SPDX-License-Identifier: BSL-1.0
// The one coroutine type of frevo: Asio's own.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <type_traits>

namespace frevo {

/// What a handler that waits returns. It is Asio's awaitable itself, so every Asio operation
/// composes.
template <class T>
using awaitable = boost::asio::awaitable<T>;

namespace detail {

template <class T>
struct awaitable_traits
{
    static constexpr bool is_awaitable = false;
    using value_type = T;
};

template <class T, class Executor>
struct awaitable_traits<boost::asio::awaitable<T, Executor>>
{
    static constexpr bool is_awaitable = true;
    using value_type = T;
};

} // namespace detail

/// Tells whether `T` is an awaitable.
template <class T>
inline constexpr bool is_awaitable = detail::awaitable_traits<std::remove_cvref_t<T>>::is_awaitable;

/// What awaiting a `T` gives, or `T` itself when it is not awaitable.
template <class T>
using awaited_t = typename detail::awaitable_traits<std::remove_cvref_t<T>>::value_type;

} // namespace frevo
