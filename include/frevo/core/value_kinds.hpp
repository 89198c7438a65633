// SPDX-License-Identifier: BSL-1.0
// The families of types that frevo reads and writes by itself.
#pragma once

#include <frevo/core/from_text.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace frevo::detail {

template <class T>
concept text_value = std::same_as<T, std::string>;

/// Integers that are numbers: not bool, not characters.
template <class T>
concept integer_value = number_integer<T> && sizeof(T) <= 8;

template <class T>
concept floating_value = std::same_as<T, float> || std::same_as<T, double>;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
concept optional_value = is_optional<T>;

template <class T>
inline constexpr bool is_array = false;
template <class T, std::size_t Count>
inline constexpr bool is_array<std::array<T, Count>> = true;
template <class T>
concept array_value = is_array<T>;

/// std::map and std::unordered_map with text keys, and containers that look like them.
template <class T>
concept map_value = requires(T& map, std::string key)
{
    typename T::mapped_type;
    requires std::same_as<typename T::key_type, std::string>;
    map.try_emplace(std::move(key)).first->second;
    map.clear();
    map.size();
};

/// std::vector, std::deque, std::list, and containers that look like them.
template <class T>
concept sequence_value = !text_value<T> && !array_value<T> && requires(T & list)
{
    typename T::value_type;
    requires !std::same_as<typename T::value_type, T>; // a document tree, not a list
    list.emplace_back();
    list.back();
    list.begin() != list.end();
    list.clear();
    list.size();
}
&&!requires
{
    typename T::key_type;
};

template <class T>
struct inside_optional_of
{
    using type = T;
};
template <class T>
struct inside_optional_of<std::optional<T>> : inside_optional_of<T>
{};
/// T without the optionals around it.
template <class T>
using inside_optional = typename inside_optional_of<T>::type;

template <class T>
struct element_type
{
    using type = void;
};
template <class T>
requires sequence_value<T> || array_value<T>
struct element_type<T>
{
    using type = typename T::value_type;
};
template <map_value T>
struct element_type<T>
{
    using type = typename T::mapped_type;
};
/// The type of what a list, array or map holds; void for anything else.
template <class T>
using element_of = typename element_type<T>::type;

} // namespace frevo::detail
