// SPDX-License-Identifier: BSL-1.0
// The table of a described struct's members: names, places, types and what rules() says of them.
#pragma once

#include <frevo/core/rules.hpp>
#include <frevo/core/shape.hpp>
#include <frevo/core/value_kinds.hpp>

#include <boost/describe/members.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace frevo::detail {

template <class T>
struct shape_holder;

/// The rules of a struct, or none.
template <class T>
constexpr auto rules_of()
{
    if constexpr (requires { rules(static_cast<T*>(nullptr)); }) {
        return rules(static_cast<T*>(nullptr));
    } else {
        return rule_set<T>{};
    }
}

template <class T, class Set>
inline constexpr bool is_rule_set_for = false;
template <class T, class Owner, class... Entries>
inline constexpr bool is_rule_set_for<T, rule_set<Owner, Entries...>> = std::is_base_of_v<Owner, T>;

/// The rules as an object that lives as long as the program: the tables point into it.
template <class T>
struct rules_holder
{
    static_assert(
        is_rule_set_for<T, decltype(rules_of<T>())>,
        "frevo: rules(T*) returns frevo::rules<T>(...)");
    static constexpr auto value = rules_of<T>();
};

/// Whether two pointers name the same member of T.
template <class T, class Left, class LeftClass, class Right, class RightClass>
constexpr bool same_member(Left LeftClass::*left, Right RightClass::*right)
{
    if constexpr (std::is_same_v<Left, Right>)
        return static_cast<Left T::*>(left) == static_cast<Right T::*>(right);
    else
        return false;
}

/// What the rules of T say of the member at Pointer. Call it with every entry of the rules.
template <class T, auto Pointer>
struct rule_reader
{
    using member_type = std::remove_cvref_t<decltype(std::declval<T&>().*Pointer)>;

    constraint* out = nullptr; // where the constraints go; null to count them only
    std::size_t slots = 0;
    std::string_view name{};
    std::optional<bool> required{}; // what optional() or required() says

    template <class Class, class Member, class... Parts>
    constexpr void operator()(const member_rule<Class, Member, Parts...>& entry)
    {
        if constexpr (std::is_same_v<Member, member_type>) {
            if (!same_member<T>(entry.pointer, Pointer))
                return;
            slots += (0 + ... + Parts::slots);
            auto take = [this](const auto& part) { this->take(part); };
            entry.parts.visit(take);
        }
    }

    template <bool Required, class... Pointers>
    constexpr void operator()(const presence_rule<Required, Pointers...>& entry)
    {
        auto compare = [this](auto each) {
            if (same_member<T>(each, Pointer))
                required = Required;
        };
        entry.pointers.visit(compare);
    }

    constexpr void operator()(unknown_members) {}
    constexpr void operator()(all_optional_t) {}

private:
    constexpr void take(const name_part& part) { name = part.name; }

    template <class Part>
    constexpr void take(const Part& part)
    {
        if (out != nullptr)
            part.template fill<inside_optional<member_type>>(out);
    }
};

/// One member of T, from its Boost.Describe descriptor.
template <class T, class Descriptor>
struct member_of
{
    using reader = rule_reader<T, Descriptor::pointer>;
    using type = typename reader::member_type;

    static constexpr reader said = [] {
        reader found{.name = Descriptor::name};
        rules_holder<T>::value.entries.visit(found);
        return found;
    }();

    static constexpr auto prefix = [] {
        std::array<char, said.name.size() + 4> text{',', '"'};
        char* at = text.data() + 2;
        for (const char c : said.name)
            *at++ = c;
        *at++ = '"';
        *at = ':';
        return text;
    }();

    static constexpr auto constraints = [] {
        std::array<constraint, said.slots> made{};
        reader fill{.out = made.data()};
        if constexpr (said.slots > 0)
            rules_holder<T>::value.entries.visit(fill);
        return made;
    }();

    static void* at(void* object) noexcept
    {
        return &(static_cast<T*>(object)->*Descriptor::pointer);
    }

    static constexpr member_shape shape() noexcept
    {
        return {said.name,
                name_head(said.name),
                {prefix.data(), prefix.size()},
                &shape_holder<type>::value,
                &at,
                constraints};
    }
};

/// What the rules say of the struct as a whole, and whether they name only members that are
/// described.
template <class T, class... Descriptors>
struct struct_rules
{
    bool refuse_unknown = false;
    bool all_are_optional = false;
    bool only_described = true;

    template <class Class, class Member, class... Parts>
    constexpr void operator()(const member_rule<Class, Member, Parts...>& entry)
    {
        look_for(entry.pointer);
    }
    template <bool Required, class... Pointers>
    constexpr void operator()(const presence_rule<Required, Pointers...>& entry)
    {
        auto look = [this](auto pointer) { this->look_for(pointer); };
        entry.pointers.visit(look);
    }
    constexpr void operator()(unknown_members what)
    {
        refuse_unknown = what == unknown_members::refuse;
    }
    constexpr void operator()(all_optional_t) { all_are_optional = true; }

private:
    template <class Pointer>
    constexpr void look_for(Pointer pointer)
    {
        if (!(same_member<T>(pointer, Descriptors::pointer) || ...))
            only_described = false;
    }
};

template <class T, class List>
struct member_table;

template <class T, template <class...> class List, class... Descriptors>
struct member_table<T, List<Descriptors...>>
{
    static constexpr std::size_t size = sizeof...(Descriptors);
    static_assert(
        size <= max_members,
        "frevo: a described struct may have 64 members; group some into a struct of their own");

    static constexpr auto said = [] {
        struct_rules<T, Descriptors...> found;
        rules_holder<T>::value.entries.visit(found);
        return found;
    }();
    static_assert(
        said.only_described, "frevo: rules() names a member that the description of the struct "
                             "(BOOST_DESCRIBE_STRUCT) does not list");

    static constexpr std::array<member_shape, size> members{
        {member_of<T, Descriptors>::shape()...}};

    static constexpr bool names_differ = [] {
        const std::array<std::string_view, size> names{member_of<T, Descriptors>::said.name...};
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (names[i] == names[j])
                    return false;
            }
        }
        return true;
    }();
    static_assert(names_differ, "frevo: two members of the struct have the same name in JSON");

    static constexpr std::uint64_t required = [] {
        std::uint64_t bits = 0;
        std::uint64_t bit = 1;
        ((bits |=
          member_of<T, Descriptors>::said.required.value_or(
              !said.all_are_optional && !optional_value<typename member_of<T, Descriptors>::type>)
              ? bit
              : 0,
          bit <<= 1),
         ...);
        return bits;
    }();

    static constexpr std::uint64_t constrained = [] {
        std::uint64_t bits = 0;
        std::uint64_t bit = 1;
        ((bits |= member_of<T, Descriptors>::said.slots > 0 ? bit : 0, bit <<= 1), ...);
        return bits;
    }();
};

/// The descriptors of T's public members, inherited ones included.
template <class T>
using members_of = boost::describe::describe_members<
    T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T>
using member_table_of = member_table<T, members_of<T>>;

} // namespace frevo::detail
