// SPDX-License-Identifier: BSL-1.0
// From a Boost.Describe description and its rules to the tables of shape.hpp.
#pragma once

#include <frevo/core/enum_text.hpp>
#include <frevo/core/member_table.hpp>
#include <frevo/core/rules.hpp>
#include <frevo/core/shape.hpp>
#include <frevo/core/value_kinds.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace frevo {

/// A struct described with BOOST_DESCRIBE_STRUCT. Its public members count, inherited ones
/// included.
template <class T>
concept described_struct = std::is_class_v<T> && boost::describe::has_describe_members<T>::value;

/// An enumeration described with BOOST_DESCRIBE_ENUM.
template <class T>
concept described_enum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

namespace detail {

/// Types that are read and written through tables alone.
template <class T>
concept native_value = std::same_as<T, bool> || integer_value<T> || floating_value<T> ||
    text_value<T> || described_enum<T> || optional_value<T> || sequence_value<T> ||
    array_value<T> || map_value<T> || described_struct<T>;

/// Makes the table of a type. `make` is constexpr; `type` is the kind of table. Not defined: no
/// such type.
template <class T>
struct shape_maker;

template <class T>
concept shaped = requires
{
    typename shape_maker<T>::type;
};

/// Keeps the table of a type. Declared apart from its value, so that types may hold themselves in
/// lists.
template <class T>
struct shape_holder
{
    static_assert(
        shaped<T>,
        "frevo: this type cannot be read or written: describe it with BOOST_DESCRIBE_STRUCT or "
        "BOOST_DESCRIBE_ENUM (text is std::string, keys of maps are std::string), or include "
        "frevo/features/json_dynamic.hpp if it has nlohmann's to_json and from_json");
    static const typename shape_maker<T>::type value;
};

template <class T>
constinit const typename shape_maker<T>::type shape_holder<T>::value = shape_maker<T>::make();

/// The table of a type.
template <class T>
constexpr const auto& shape_of() noexcept
{
    return shape_holder<T>::value;
}

template <>
struct shape_maker<bool>
{
    using type = shape;
    static constexpr type make() noexcept { return {shape_kind::boolean, 1}; }
};

/// An element of std::vector<bool>.
struct bit_element
{};

template <>
struct shape_maker<bit_element>
{
    using type = shape;
    static constexpr type make() noexcept { return {shape_kind::bit, 1}; }
};

template <integer_value T>
struct shape_maker<T>
{
    using type = shape;
    static constexpr type make() noexcept
    {
        return {std::is_signed_v<T> ? shape_kind::integer : shape_kind::natural, sizeof(T)};
    }
};

template <floating_value T>
struct shape_maker<T>
{
    using type = shape;
    static constexpr type make() noexcept { return {shape_kind::floating, sizeof(T)}; }
};

template <text_value T>
struct shape_maker<T>
{
    using type = shape;
    static constexpr type make() noexcept { return {shape_kind::text}; }
};

template <class List>
struct enumerator_table;

template <template <class...> class List, class... Enumerators>
struct enumerator_table<List<Enumerators...>>
{
    static constexpr std::array<enumerator, sizeof...(Enumerators)> value{
        {{Enumerators::name, static_cast<std::int64_t>(Enumerators::value)}...}};
};

template <described_enum T>
struct shape_maker<T>
{
    using type = enum_shape;
    static constexpr type make() noexcept
    {
        return {
            {shape_kind::enumeration, sizeof(T)},
            enumerator_table<boost::describe::describe_enumerators<T>>::value};
    }
};

template <class T>
struct shape_maker<std::optional<T>>
{
    using type = optional_shape;
    static void* emplace(void* at) { return &static_cast<std::optional<T>*>(at)->emplace(); }
    static void reset(void* at) noexcept { static_cast<std::optional<T>*>(at)->reset(); }
    static const void* get(const void* at) noexcept
    {
        const auto& value = *static_cast<const std::optional<T>*>(at);
        return value ? &*value : nullptr;
    }
    static constexpr type make() noexcept
    {
        return {{shape_kind::optional}, &shape_holder<T>::value, &emplace, &reset, &get};
    }
};

template <sequence_value T>
struct shape_maker<T>
{
    using type = sequence_shape;
    static constexpr bool of_bits = std::same_as<T, std::vector<bool>>;
    using element = std::conditional_t<of_bits, bit_element, typename T::value_type>;

    static void clear(void* at) noexcept { static_cast<T*>(at)->clear(); }
    static void* append(void* at)
    {
        T& list = *static_cast<T*>(at);
        if constexpr (of_bits) {
            return at;
        } else {
            // Growing 1, 2, 4 costs more than a little room that is not used.
            if constexpr (requires { list.reserve(list.capacity()); }) {
                if (list.capacity() == 0)
                    list.reserve(sizeof(element) <= 128 ? 4 : 1);
            }
            list.emplace_back();
            return &list.back();
        }
    }
    static std::size_t size(const void* at) noexcept { return static_cast<const T*>(at)->size(); }
    static void for_each(const void* at, element_visitor visit, void* context)
    {
        const T& list = *static_cast<const T*>(at);
        if constexpr (of_bits) {
            for (const bool each : list)
                visit(context, &each);
        } else {
            for (const auto& each : list)
                visit(context, &each);
        }
    }
    static constexpr type make() noexcept
    {
        return {{shape_kind::sequence},
                &shape_holder<element>::value,
                &clear,
                &append,
                &size,
                &for_each};
    }
};

template <class T, std::size_t Count>
struct shape_maker<std::array<T, Count>>
{
    using type = array_shape;
    static constexpr type make() noexcept
    {
        return {{shape_kind::array}, &shape_holder<T>::value, Count, sizeof(T)};
    }
};

template <map_value T>
struct shape_maker<T>
{
    using type = map_shape;
    static void clear(void* at) noexcept { static_cast<T*>(at)->clear(); }
    static void* insert(void* at, std::string_view& key)
    {
        const auto [entry, is_new] = static_cast<T*>(at)->try_emplace(std::string{key});
        if (!is_new)
            return nullptr;
        key = entry->first;
        return &entry->second;
    }
    static std::size_t size(const void* at) noexcept { return static_cast<const T*>(at)->size(); }
    static void for_each(const void* at, entry_visitor visit, void* context)
    {
        for (const auto& [key, value] : *static_cast<const T*>(at))
            visit(context, key, &value);
    }
    static constexpr type make() noexcept
    {
        return {{shape_kind::map},
                &shape_holder<typename T::mapped_type>::value,
                &clear,
                &insert,
                &size,
                &for_each};
    }
};

template <described_struct T>
struct shape_maker<T>
{
    using type = object_shape;
    static constexpr type make() noexcept
    {
        using table = member_table_of<T>;
        return {
            {shape_kind::object},
            table::members,
            table::required,
            table::constrained,
            table::said.refuse_unknown};
    }
};

} // namespace detail
} // namespace frevo
