// SPDX-License-Identifier: BSL-1.0
// The conversion point from a handler's return value to a response.
#pragma once

#include <frevo/core/result.hpp>
#include <frevo/http/response.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace frevo {

template <>
struct into_response<response>
{
    static response from(response value) noexcept { return value; }
};

/// Text is `text/plain; charset=utf-8`.
template <>
struct into_response<std::string>
{
    static response from(std::string value) { return response{std::move(value)}; }
};

/// A view is copied, since it may point into the request.
template <>
struct into_response<std::string_view>
{
    static response from(std::string_view value) { return response{std::string{value}}; }
};

/// Text that a pointer leads to. It is copied, since nobody knows how long it lives; give a
/// `frevo::response` or `body::literal` to send a literal without a copy.
template <>
struct into_response<const char*>
{
    static response from(const char* value) { return response{std::string{value}}; }
};

template <>
struct into_response<status>
{
    static response from(status value) noexcept { return response{value}; }
};

template <>
struct into_response<problem>
{
    static response from(const problem& value) { return response{value}; }
};

/// An empty optional is 404.
template <answers T>
struct into_response<std::optional<T>>
{
    static response from(std::optional<T> value)
    {
        if (!value)
            return response{problem{status::not_found}};
        return into_response<T>::from(*std::move(value));
    }
};

/// A result answers with its value or its problem.
template <answers T>
struct into_response<result<T>>
{
    static response from(result<T> value)
    {
        if (!value)
            return response{value.error()};
        return into_response<T>::from(*std::move(value));
    }
};

/// A status in front of a value: `std::pair{status::created, json{added}}`.
template <answers T>
struct into_response<std::pair<status, T>>
{
    static response from(std::pair<status, T> value)
    {
        return response{value.first, std::move(value.second)};
    }
};

namespace detail {

/// Converts what a handler returned; a handler that returns nothing answers 204.
template <class T>
response to_response(T&& value)
{
    static_assert(
        answers<T>,
        "frevo: this handler's return type cannot become a response; see docs/routing.md "
        "for the types that can, or specialise frevo::into_response for yours");
    return into_response<std::remove_cvref_t<T>>::from(std::forward<T>(value));
}

} // namespace detail
} // namespace frevo
