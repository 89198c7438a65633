// SPDX-License-Identifier: BSL-1.0
// Described enumerations as parameters: read from the names of their enumerators.
#pragma once

#include <frevo/core/from_text.hpp>

#include <boost/describe/enumerators.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace frevo {

namespace detail {

template <class List>
struct enumerator_names;

template <template <class...> class List, class... Enumerators>
struct enumerator_names<List<Enumerators...>>
{
    static constexpr std::array<std::string_view, sizeof...(Enumerators)> all{Enumerators::name...};

    /// "one of red, green, blue".
    static constexpr auto sentence = [] {
        std::array<char, (6 + ... + (std::string_view{Enumerators::name}.size() + 2))> text{};
        std::size_t size = 0;
        const auto append = [&](std::string_view part) {
            for (const char c : part)
                text[size++] = c;
        };
        append("one of");
        std::string_view separator = " ";
        for (const std::string_view name : all) {
            append(separator);
            append(name);
            separator = ", ";
        }
        return text;
    }();
    // The first separator is a character shorter than counted.
    static constexpr std::string_view kind{sentence.data(), sentence.size() - 1};
};

} // namespace detail

/// An enumeration described with BOOST_DESCRIBE_ENUM is read from the names of its enumerators, as
/// in JSON.
template <class T>
requires(std::is_enum_v<T>&&
             boost::describe::has_describe_enumerators<T>::value) struct text_conversion<T>
{
    static constexpr std::optional<T> from(std::string_view text) noexcept
    {
        return find(text, boost::describe::describe_enumerators<T>{});
    }

    static constexpr std::string_view kind =
        detail::enumerator_names<boost::describe::describe_enumerators<T>>::kind;

private:
    template <template <class...> class List, class... Enumerators>
    static constexpr std::optional<T> find(std::string_view text, List<Enumerators...>) noexcept
    {
        std::optional<T> found;
        static_cast<void>(
            ((text == Enumerators::name && (found = Enumerators::value, true)) || ...));
        return found;
    }
};

} // namespace frevo
