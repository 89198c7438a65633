// SPDX-License-Identifier: BSL-1.0
// The one conversion from text to a value: path segments, query values, fields and cookies.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace frevo {

/// Customisation point: how a type is read from text.
///
/// Specialise it for your own type with
/// `static std::optional<T> from(std::string_view text)` and, for messages to clients,
/// `static constexpr std::string_view kind = "colour";`.
template <class T>
struct text_conversion;

namespace detail {

template <class T, class... Others>
concept none_of = (!std::same_as<T, Others> && ...);

/// Integers that are numbers; characters and bool are not.
template <class T>
concept number_integer =
    std::integral<T> && none_of<T, bool, char, wchar_t, char8_t, char16_t, char32_t>;

template <class T>
concept has_text_conversion = requires(std::string_view text)
{
    {
        text_conversion<T>::from(text)
        } -> std::convertible_to<std::optional<T>>;
};

template <class T>
concept has_text_kind = requires
{
    {
        text_conversion<T>::kind
        } -> std::convertible_to<std::string_view>;
};

} // namespace detail

/// A type that `from_text` can make.
template <class T>
concept text_readable =
    detail::has_text_conversion<T> || detail::number_integer<T> || std::floating_point<T> ||
    std::same_as<T, bool> || std::same_as<T, std::string> || std::same_as<T, std::string_view>;

/// Returns the value that the whole text means, or nothing.
///
/// Integers are decimal and in range, without a plus sign or blanks. Floating-point numbers are
/// finite. Booleans are "true", "false", "1" and "0". Text is taken as it is.
/// Lifetime: a `std::string_view` points into `text`.
template <text_readable T>
std::optional<T> from_text(std::string_view text)
{
    if constexpr (detail::has_text_conversion<T>) {
        return text_conversion<T>::from(text);
    } else if constexpr (std::same_as<T, bool>) {
        if (text == "true" || text == "1")
            return true;
        if (text == "false" || text == "0")
            return false;
        return std::nullopt;
    } else if constexpr (detail::number_integer<T> || std::floating_point<T>) {
        T value{};
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc{} || stop != end)
            return std::nullopt;
        if constexpr (std::floating_point<T>) {
            // <cmath> would cost every user ten megabytes of compiler memory.
            if (!(value >= std::numeric_limits<T>::lowest() &&
                  value <= std::numeric_limits<T>::max()))
                return std::nullopt;
        }
        return value;
    } else {
        return T{text};
    }
}

/// Returns the word for a type's kind of text: "integer", "number", "boolean", "text", or what its
/// `text_conversion` says; "value" if that says nothing. Lifetime: static storage.
template <text_readable T>
constexpr std::string_view text_of() noexcept
{
    if constexpr (detail::has_text_kind<T>)
        return text_conversion<T>::kind;
    else if constexpr (detail::has_text_conversion<T>)
        return "value";
    else if constexpr (std::same_as<T, bool>)
        return "boolean";
    else if constexpr (std::integral<T>)
        return "integer";
    else if constexpr (std::floating_point<T>)
        return "number";
    else
        return "text";
}

} // namespace frevo
