// SPDX-License-Identifier: BSL-1.0
// The arguments that come from the text of a request: path, query, header, cookie and body.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/field.hpp>
#include <frevo/core/fixed_string.hpp>
#include <frevo/core/from_text.hpp>
#include <frevo/core/result.hpp>
#include <frevo/http/body_reader.hpp>
#include <frevo/http/service.hpp>
#include <frevo/routing/extract.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace frevo {

namespace detail {

/// A value that behaves like a pointer to itself, as all arguments but `request&` do.
template <class T>
class argument_value
{
public:
    using value_type = T;

    explicit argument_value(T value) noexcept(std::is_nothrow_move_constructible_v<T>)
        : value_(std::move(value))
    {}

    T& operator*() & noexcept { return value_; }
    const T& operator*() const& noexcept { return value_; }
    T&& operator*() && noexcept { return std::move(value_); }
    T* operator->() noexcept { return &value_; }
    const T* operator->() const noexcept { return &value_; }

private:
    T value_;
};

/// The value that stands for an absent parameter; none for types that cannot be template arguments.
template <class T>
struct default_for
{
    constexpr default_for() = default;
    bool given = false;
};

template <class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) struct default_for<T>
{
    constexpr default_for() = default;
    constexpr default_for(T of) noexcept : given(true), number(of) {} // NOLINT: implicit on purpose
    constexpr T value() const noexcept { return number; }

    bool given = false;
    T number{};
};

template <class T>
requires(
    std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>) struct default_for<T>
{
    static constexpr std::size_t capacity = 64;

    constexpr default_for() = default;
    template <std::size_t Size>
    consteval default_for(const char (&of)[Size]) // NOLINT: implicit on purpose
        : given(true), size(Size - 1)
    {
        static_assert(Size <= capacity, "frevo: a default text has at most 63 characters");
        for (std::size_t at = 0; at < Size; ++at)
            text[at] = of[at];
    }
    constexpr T value() const { return T{text, size}; }

    bool given = false;
    std::size_t size = 0;
    char text[capacity]{};
};

/// How a parameter's type counts: once, maybe, or as often as it is there.
template <class T>
struct parameter_type
{
    using single = T;
    static constexpr bool may_be_absent = false;
    static constexpr bool is_list = false;
};
template <class T>
struct parameter_type<std::optional<T>>
{
    using single = T;
    static constexpr bool may_be_absent = true;
    static constexpr bool is_list = false;
};
template <class T>
struct parameter_type<std::vector<T>>
{
    using single = T;
    static constexpr bool may_be_absent = false;
    static constexpr bool is_list = true;
};

/// Where a parameter stands, for messages.
enum class parameter_place : std::uint8_t
{
    path,
    query,
    header,
    cookie
};

/// "The query parameter "limit" must be an integer.", 400, or 404 for the path.
FREVO_API problem
unreadable_parameter(parameter_place place, std::string_view name, std::string_view kind);
/// "The query parameter "limit" is missing.", 400.
FREVO_API problem missing_parameter(parameter_place place, std::string_view name);

FREVO_API result<std::string_view> path_text(request& req, std::string_view name);
FREVO_API result<std::optional<std::string_view>> query_text(request& req, std::string_view name);
FREVO_API result<std::vector<std::string_view>> query_texts(request& req, std::string_view name);
FREVO_API std::optional<std::string_view>
header_text(const request& req, field id, std::string_view name) noexcept;
FREVO_API std::optional<std::string_view>
cookie_text(const request& req, std::string_view name) noexcept;
FREVO_API std::string_view body_text(const request& req);

template <class T>
constexpr void require_readable()
{
    static_assert(
        text_readable<T>,
        "frevo: this type cannot be made from text; specialise frevo::text_conversion for it");
}

/// Converts one text, or says what was expected.
template <class T>
result<T> read_parameter(std::string_view text, parameter_place place, std::string_view name)
{
    std::optional<T> value = from_text<T>(text);
    if (!value)
        return unreadable_parameter(place, name, text_of<T>());
    return *std::move(value);
}

/// Decodes and converts a path parameter.
template <class T>
[[gnu::noinline]] result<T> read_path(request& req, std::string_view name)
{
    auto text = path_text(req, name);
    if (!text)
        return std::move(text).error();
    return read_parameter<T>(*text, parameter_place::path, name);
}

/// Converts the text of a parameter that may be absent.
template <class T, default_for<T> Default>
result<T>
bind_parameter(std::optional<std::string_view> text, parameter_place place, std::string_view name)
{
    if constexpr (parameter_type<T>::may_be_absent) {
        if (!text)
            return T{};
        auto value = read_parameter<typename parameter_type<T>::single>(*text, place, name);
        if (!value)
            return std::move(value).error();
        return T{*std::move(value)};
    } else {
        if (!text) {
            if constexpr (Default.given)
                return Default.value();
            else
                return missing_parameter(place, name);
        }
        return read_parameter<T>(*text, place, name);
    }
}

} // namespace detail

/// The path parameter `{Name}`, decoded and read as a `T`.
///
/// A text that is no `T` means that there is no such resource: 404. A broken escape is 400.
/// Lifetime: a `std::string_view` lives until the answer has been sent.
template <fixed_string Name, class T = std::string_view>
class path : public detail::argument_value<T>
{
public:
    using detail::argument_value<T>::argument_value;
};

/// The query parameter `Name`, decoded and read as a `T`; the first one if it is repeated.
///
/// Absent: `Default` (`query<"limit", int, 20>`, `query<"sort", std::string_view, "name">`),
/// nothing for `std::optional<T>`, else 400. A text that is no `T` is 400. `std::vector<T>` takes
/// all values. Lifetime: a `std::string_view` lives until the answer has been sent.
template <
    fixed_string Name, class T = std::string_view,
    detail::default_for<T> Default = detail::default_for<T>{}>
class query : public detail::argument_value<T>
{
public:
    using detail::argument_value<T>::argument_value;
};

/// The value of the field `Name`, read as a `T`; the first line if there are several.
///
/// Absent or unreadable: as `query`. Lifetime: as `query`.
template <
    fixed_string Name, class T = std::string_view,
    detail::default_for<T> Default = detail::default_for<T>{}>
class header : public detail::argument_value<T>
{
public:
    using detail::argument_value<T>::argument_value;
};

/// The value of the cookie `Name`, read as a `T`. Nothing is decoded.
///
/// Absent or unreadable: as `query`. Lifetime: as `query`. Source: RFC 6265 section 5.4.
template <
    fixed_string Name, class T = std::string_view,
    detail::default_for<T> Default = detail::default_for<T>{}>
class cookie : public detail::argument_value<T>
{
public:
    using detail::argument_value<T>::argument_value;
};

/// The whole body, as a `std::string_view` or an own `std::string`.
///
/// Larger than the route's limit: 413. Lifetime: a `std::string_view` lives until the answer has
/// been sent.
template <class T = std::string_view>
class request_body : public detail::argument_value<T>
{
    static_assert(
        std::is_same_v<T, std::string_view> || std::is_same_v<T, std::string>,
        "frevo: request_body<T> is made of std::string_view or std::string");

public:
    using detail::argument_value<T>::argument_value;
};

template <fixed_string Name, class T>
struct extractor<path<Name, T>>
{
    static constexpr auto path_name = Name;
    static constexpr bool repeatable = true;

    static result<path<Name, T>> from(request& req)
    {
        detail::require_readable<T>();
        if constexpr (std::is_arithmetic_v<T>) {
            // The text of a number has nothing to decode; whatever is not one takes the long way.
            const std::string_view raw = detail::request_access::raw_param(req, Name.text);
            if (const std::optional<T> number = from_text<T>(raw))
                return path<Name, T>{*number};
        }
        auto value = detail::read_path<T>(req, Name.view());
        if (!value)
            return std::move(value).error();
        return path<Name, T>{*std::move(value)};
    }
};

template <fixed_string Name, class T, detail::default_for<T> Default>
struct extractor<query<Name, T, Default>>
{
    static constexpr bool repeatable = true;

    static result<query<Name, T, Default>> from(request& req)
    {
        using type = detail::parameter_type<T>;
        detail::require_readable<typename type::single>();
        if constexpr (type::is_list) {
            return all(req);
        } else {
            auto text = detail::query_text(req, Name.view());
            if (!text)
                return std::move(text).error();
            auto value = detail::bind_parameter<T, Default>(
                *text, detail::parameter_place::query, Name.view());
            if (!value)
                return std::move(value).error();
            return query<Name, T, Default>{*std::move(value)};
        }
    }

private:
    static result<query<Name, T, Default>> all(request& req)
    {
        auto texts = detail::query_texts(req, Name.view());
        if (!texts)
            return std::move(texts).error();
        T values;
        values.reserve(texts->size());
        for (const std::string_view text : *texts) {
            auto value = detail::read_parameter<typename T::value_type>(
                text, detail::parameter_place::query, Name.view());
            if (!value)
                return std::move(value).error();
            values.push_back(*std::move(value));
        }
        return query<Name, T, Default>{std::move(values)};
    }
};

template <fixed_string Name, class T, detail::default_for<T> Default>
struct extractor<header<Name, T, Default>>
{
    static constexpr bool repeatable = true;

    static result<header<Name, T, Default>> from(const request& req)
    {
        detail::require_readable<typename detail::parameter_type<T>::single>();
        static const field id = parse_field(Name.view());
        auto value = detail::bind_parameter<T, Default>(
            detail::header_text(req, id, Name.view()), detail::parameter_place::header,
            Name.view());
        if (!value)
            return std::move(value).error();
        return header<Name, T, Default>{*std::move(value)};
    }
};

template <fixed_string Name, class T, detail::default_for<T> Default>
struct extractor<cookie<Name, T, Default>>
{
    static constexpr bool repeatable = true;

    static result<cookie<Name, T, Default>> from(const request& req)
    {
        detail::require_readable<typename detail::parameter_type<T>::single>();
        auto value = detail::bind_parameter<T, Default>(
            detail::cookie_text(req, Name.view()), detail::parameter_place::cookie, Name.view());
        if (!value)
            return std::move(value).error();
        return cookie<Name, T, Default>{*std::move(value)};
    }
};

template <>
struct extractor<body_reader>
{
    static constexpr bool streams_body = true;

    static body_reader from(request& req) { return body_reader{req}; }
};

template <class T>
struct extractor<request_body<T>>
{
    static constexpr bool consumes_body = true;

    static request_body<T> from(const request& req)
    {
        return request_body<T>{T{detail::body_text(req)}};
    }
};

} // namespace frevo
