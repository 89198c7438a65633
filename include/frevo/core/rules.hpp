// SPDX-License-Identifier: BSL-1.0
// Rules for the members of a described struct, written as values next to it.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/rule_parts.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace frevo {

/// What happens to members of the input that the struct does not have. An entry of `rules`.
///
/// Default: ignore, so that a client may send more than an older server knows. Structs of optional
/// members (for PATCH) do well to refuse: there a misspelled name would silently change nothing.
enum class unknown_members
{
    /// They are skipped.
    ignore,
    /// Each is a fault with the code "unknown_member".
    refuse,
};

/// Entry of `rules`: no member is required unless `required` says so.
struct all_optional_t
{};
inline constexpr all_optional_t all_optional{};

namespace detail {

template <class Class, class Member, class... Parts>
struct member_rule
{
    Member Class::*pointer;
    value_list<Parts...> parts;
};

template <bool Required, class... Pointers>
struct presence_rule
{
    value_list<Pointers...> pointers;
};

template <class T, class... Entries>
struct rule_set
{
    value_list<Entries...> entries;
};

template <class Pointer>
struct class_of_member;

template <class Class, class Member>
struct class_of_member<Member Class::*>
{
    using type = Class;
};

template <class T, class Pointer>
inline constexpr bool points_into = std::is_base_of_v<typename class_of_member<Pointer>::type, T>;

/// Whether an entry may stand in rules<T>().
template <class T, class Entry>
inline constexpr bool rule_entry_fits = false;
template <class T>
inline constexpr bool rule_entry_fits<T, unknown_members> = true;
template <class T>
inline constexpr bool rule_entry_fits<T, all_optional_t> = true;
template <class T, class Class, class Member, class... Parts>
inline constexpr bool rule_entry_fits<T, member_rule<Class, Member, Parts...>> =
    std::is_base_of_v<Class, T>;
template <class T, bool Required, class... Pointers>
inline constexpr bool
    rule_entry_fits<T, presence_rule<Required, Pointers...>> = (points_into<T, Pointers> && ...);

/// Takes the faults that `check_constraints` finds.
class fault_sink
{
public:
    /// `below` is the JSON Pointer from the checked value on: empty, or "/3" for an element of it.
    virtual void fault(std::string below, std::string_view code, std::string sentence) = 0;

protected:
    ~fault_sink() = default;
};

/// Tells the sink which of the constraints do not hold for a value; those of its elements only on
/// demand.
FREVO_API void check_constraints(
    const shape& type, const void* value, std::span<const constraint> constraints, fault_sink& sink,
    bool with_elements = true);

/// The constraint with the lowest upper bound on the length, or null.
FREVO_API const constraint* upper_length(std::span<const constraint> constraints) noexcept;

/// The sentence of a "length" fault: "must have 1 to 80 characters".
FREVO_API std::string length_sentence(const shape& type, const constraint& rule);

/// Appends "/step" with `~` and `/` escaped. Source: RFC 6901 section 3.
FREVO_API void append_pointer_step(std::string& pointer, std::string_view step);

} // namespace detail

/// Rule: from `low` to `high` characters of a text, elements of a list or entries of a map.
///
/// Characters are Unicode code points, as in JSON Schema. Reading stops at the first element too
/// many, so an upper bound also bounds the memory a list takes. Fault: "length".
constexpr auto length(std::size_t low, std::size_t high)
{
    if (low > high)
        detail::the_lower_bound_of_a_rule_is_above_its_upper_bound();
    return detail::length_part{low, high};
}

/// Rule: at least this length.
constexpr auto min_length(std::size_t low)
{
    return detail::length_part{low, std::numeric_limits<std::size_t>::max()};
}

/// Rule: at most this length.
constexpr auto max_length(std::size_t high)
{
    return detail::length_part{0, high};
}

/// Rule: a number from `low` to `high`, both included. Fault: "range".
template <class Low, class High>
constexpr auto range(Low low, High high)
{
    static_assert(
        std::is_arithmetic_v<Low> && std::is_arithmetic_v<High>,
        "frevo: the bounds of range() are numbers");
    if constexpr (std::floating_point<Low> || std::floating_point<High>) {
        if (!(static_cast<double>(low) <= static_cast<double>(high)))
            detail::the_lower_bound_of_a_rule_is_above_its_upper_bound();
    } else if (std::cmp_greater(low, high)) {
        detail::the_lower_bound_of_a_rule_is_above_its_upper_bound();
    }
    return detail::range_part<Low, High>{low, high};
}

/// Rule: a number not below this one. Fault: "range".
template <class Low>
constexpr auto at_least(Low low)
{
    static_assert(std::is_arithmetic_v<Low>, "frevo: the bound of at_least() is a number");
    return detail::range_part<Low, detail::no_bound>{low, {}};
}

/// Rule: a number not above this one. Fault: "range".
template <class High>
constexpr auto at_most(High high)
{
    static_assert(std::is_arithmetic_v<High>, "frevo: the bound of at_most() is a number");
    return detail::range_part<detail::no_bound, High>{{}, high};
}

/// Rule: one of these texts, or one of these integers. Fault: "enum".
///
/// Lifetime: the texts must live as long as the program.
template <class... Choices>
constexpr auto one_of(Choices... choices)
{
    constexpr std::size_t count = sizeof...(Choices);
    static_assert(count > 0, "frevo: one_of() takes the values it allows");
    if constexpr ((std::integral<Choices> && ...)) {
        return detail::integer_choice_part<count>{{static_cast<std::uint64_t>(choices)...}};
    } else {
        static_assert(
            (std::convertible_to<Choices, std::string_view> && ...),
            "frevo: one_of() takes texts or integers, not both and nothing else");
        return detail::text_choice_part<count>{{std::string_view{choices}...}};
    }
}

/// Rule: these rules hold for every element of a list and for every value of a map.
template <class... Parts>
constexpr auto each(Parts... parts)
{
    static_assert(
        (detail::rule_part<Parts> && ...),
        "frevo: each() takes the rules of an element, such as length(1, 20)");
    return detail::each_part<Parts...>{detail::value_list<Parts...>{parts...}};
}

/// Rule of your own: `satisfies(is_email, "email", "must be an e-mail address")`.
///
/// The predicate is a function or a lambda without captures of the member's value. A breach has
/// this code and sentence. Lifetime: the texts must live as long as the program.
template <class Predicate>
constexpr auto satisfies(Predicate predicate, std::string_view code, std::string_view sentence)
{
    return detail::predicate_part<Predicate>{predicate, code, sentence};
}

/// The member's name in JSON, where it differs from the one in C++: `rule(&item::class_,
/// named("class"))`.
///
/// Lifetime: the text must live as long as the program.
constexpr auto named(std::string_view name)
{
    for (const char c : name) {
        if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20)
            detail::the_name_of_a_member_holds_a_character_that_json_would_escape();
    }
    return detail::name_part{name};
}

/// What must hold for one member: `rule(&draft::title, length(1, 80))`.
///
/// The rules of a `std::optional` member hold for its value when there is one.
template <class Class, class Member, class... Parts>
constexpr auto rule(Member Class::*member, Parts... parts)
{
    static_assert(
        std::is_member_object_pointer_v<Member Class::*>,
        "frevo: rule() is about a data member, not about a function");
    static_assert(
        (detail::rule_part<Parts> && ...),
        "frevo: rule() takes a member and then its rules, such as length(1, 80) or range(0, 9)");
    (Parts::template check<detail::inside_optional<Member>>(), ...);
    return detail::member_rule<Class, Member, Parts...>{
        member, detail::value_list<Parts...>{parts...}};
}

/// Members that may be absent; they then keep the value that the struct gives them.
template <class... Pointers>
constexpr auto optional(Pointers... members)
{
    static_assert(
        (std::is_member_object_pointer_v<Pointers> && ...),
        "frevo: optional() takes pointers to members: optional(&draft::note)");
    return detail::presence_rule<false, Pointers...>{detail::value_list<Pointers...>{members...}};
}

/// Members that must be present: a `std::optional` one (it may be null), or one under
/// `all_optional`.
template <class... Pointers>
constexpr auto required(Pointers... members)
{
    static_assert(
        (std::is_member_object_pointer_v<Pointers> && ...),
        "frevo: required() takes pointers to members: required(&draft::note)");
    return detail::presence_rule<true, Pointers...>{detail::value_list<Pointers...>{members...}};
}

/// The rules of a struct. Found by argument-dependent lookup, in the namespace of the struct:
///
///     constexpr auto rules(draft*)
///     {
///         return frevo::rules<draft>(frevo::rule(&draft::title, frevo::length(1, 80)));
///     }
///
/// Entries are `rule`, `optional`, `required`, `all_optional` and `unknown_members`. Without rules
/// every member is required that is not a `std::optional`. It must be declared before the struct is
/// first read.
template <class T, class... Entries>
constexpr auto rules(Entries... entries)
{
    static_assert(
        (detail::rule_entry_fits<T, Entries> && ...),
        "frevo: rules<T>() takes rule(), optional(), required(), all_optional and unknown_members, "
        "for "
        "members of T");
    return detail::rule_set<T, Entries...>{detail::value_list<Entries...>{entries...}};
}

} // namespace frevo
