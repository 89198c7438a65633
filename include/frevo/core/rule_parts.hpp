// SPDX-License-Identifier: BSL-1.0
// What the single rules of a member are made of; rules.hpp has the functions that make them.
#pragma once

#include <frevo/core/shape.hpp>
#include <frevo/core/value_kinds.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace frevo::detail {

// Not constexpr, so that calling one in a rule stops the compiler, which then shows its name.
inline void the_lower_bound_of_a_rule_is_above_its_upper_bound() {}
inline void the_name_of_a_member_holds_a_character_that_json_would_escape() {}

/// A few values of different types, visited in order. Shorter in compiler messages than a tuple.
template <class... Values>
struct value_list
{
    constexpr value_list() = default;
    template <class Visit>
    constexpr void visit(Visit&) const
    {}
};

template <class First, class... Rest>
struct value_list<First, Rest...>
{
    constexpr explicit value_list(First head, Rest... tail) : first(head), rest(tail...) {}
    template <class Visit>
    constexpr void visit(Visit& each) const
    {
        each(first);
        rest.visit(each);
    }

    First first;
    value_list<Rest...> rest;
};

/// A bound for values of V as a constraint stores it: a double, or a 64-bit integer with the sign
/// of V.
template <class V, class Bound>
constexpr std::uint64_t number_bits(Bound bound)
{
    if constexpr (std::floating_point<V>) {
        // Through V, so that at_most(0.1) holds for the float that is read from "0.1".
        return std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<V>(bound)));
    } else {
        using domain = std::conditional_t<std::is_signed_v<V>, std::int64_t, std::uint64_t>;
        using limits = std::numeric_limits<domain>;
        if (std::cmp_less(bound, limits::min()))
            return static_cast<std::uint64_t>(limits::min());
        if (std::cmp_greater(bound, limits::max()))
            return static_cast<std::uint64_t>(limits::max());
        return static_cast<std::uint64_t>(bound);
    }
}

struct length_part
{
    static constexpr std::size_t slots = 1;
    std::size_t low;
    std::size_t high;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            text_value<V> || sequence_value<V> || map_value<V>,
            "frevo: length() is a rule for text, lists and maps; numbers have range()");
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::length;
        made.open_low = low == 0;
        made.open_high = high == std::numeric_limits<std::size_t>::max();
        made.low = low;
        made.high = high;
    }
};

struct no_bound
{};

template <class Low, class High>
struct range_part
{
    static constexpr std::size_t slots = 1;
    Low low;
    High high;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            integer_value<V> || floating_value<V>,
            "frevo: range() is a rule for numbers; text, lists and maps have length()");
        static_assert(
            floating_value<V> || (!std::floating_point<Low> && !std::floating_point<High>),
            "frevo: the bounds of a range() for an integer must be integers");
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::range;
        if constexpr (std::same_as<Low, no_bound>)
            made.open_low = true;
        else
            made.low = number_bits<V>(low);
        if constexpr (std::same_as<High, no_bound>)
            made.open_high = true;
        else
            made.high = number_bits<V>(high);
    }
};

template <std::size_t Count>
struct text_choice_part
{
    static constexpr std::size_t slots = 1;
    std::array<std::string_view, Count> choices;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            text_value<V>, "frevo: one_of() with texts is a rule for std::string members");
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::choice;
        made.data = choices.data();
        made.count = Count;
    }
};

template <std::size_t Count>
struct integer_choice_part
{
    static constexpr std::size_t slots = 1;
    std::array<std::uint64_t, Count> choices;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            integer_value<V>, "frevo: one_of() with integers is a rule for integer members");
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::choice;
        made.data = choices.data();
        made.count = Count;
    }
};

template <class... Parts>
struct each_part
{
    static constexpr std::size_t slots = (1 + ... + Parts::slots);
    value_list<Parts...> parts;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            sequence_value<V> || array_value<V> || map_value<V>,
            "frevo: each() is a rule for lists and maps");
        (Parts::template check<inside_optional<element_of<V>>>(), ...);
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::each;
        made.count = slots - 1;
        auto fill_each = [&out](const auto& part) {
            part.template fill<inside_optional<element_of<V>>>(out);
        };
        parts.visit(fill_each);
    }
};

template <class Predicate>
struct predicate_part
{
    static constexpr std::size_t slots = 1;
    Predicate predicate;
    std::string_view code;
    std::string_view sentence;

    template <class V>
    static constexpr void check()
    {
        static_assert(
            std::is_invocable_r_v<bool, const Predicate&, const V&>,
            "frevo: the predicate of satisfies() takes the member's value and returns bool");
    }
    template <class V>
    constexpr void fill(constraint*& out) const
    {
        constraint& made = *out++;
        made.kind = constraint_kind::predicate;
        made.data = &predicate;
        made.test = [](const void* test, const void* value) -> bool {
            return (*static_cast<const Predicate*>(test))(*static_cast<const V*>(value));
        };
        made.code = code;
        made.sentence = sentence;
    }
};

struct name_part
{
    static constexpr std::size_t slots = 0;
    std::string_view name;

    template <class V>
    static constexpr void check()
    {}
    template <class V>
    constexpr void fill(constraint*&) const
    {}
};

template <class Part>
concept rule_part = requires
{
    {
        Part::slots
        } -> std::convertible_to<std::size_t>;
};

} // namespace frevo::detail
