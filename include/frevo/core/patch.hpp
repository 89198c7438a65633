// SPDX-License-Identifier: BSL-1.0
// Applies a struct of optional members to the struct it changes: what PATCH means.
#pragma once

#include <frevo/core/describe.hpp>
#include <frevo/core/value_kinds.hpp>

#include <optional>
#include <string_view>
#include <type_traits>

namespace frevo {

/// A member of which absence (empty), `null` (holds an empty optional) and a value are told apart.
template <class T>
using nullable = std::optional<std::optional<T>>;

template <described_struct Target, described_struct Changes>
bool patch(Target& target, const Changes& changes);

namespace detail {

/// Assigns one member of the changes when it is set.
template <class Target, class Change>
bool patch_member(Target& target, const Change& change)
{
    static_assert(
        optional_value<Change>,
        "frevo: patch() takes a struct of std::optional members as changes");
    if constexpr (optional_value<Change>) {
        using value = typename Change::value_type;
        if (!change)
            return false;
        if constexpr (described_struct<value> && !std::is_same_v<value, Target>) {
            return patch(target, *change);
        } else {
            static_assert(
                std::is_assignable_v<Target&, const value&>,
                "frevo: patch() cannot assign a member of the changes to the target's member of "
                "this name; a nullable<T> changes a std::optional<T>");
            target = *change;
            return true;
        }
    }
}

/// Finds the target's member by name, then patches it.
template <
    class Change, class Target, class Changes, template <class...> class List, class... Members>
bool patch_by_name(Target& target, const Changes& changes, List<Members...>)
{
    static_assert(
        ((std::string_view{Members::name} == Change::name) || ...),
        "frevo: patch() finds a member of the changes that the target does not have");
    bool changed = false;
    const auto patch_if_it = [&]<class Member>(Member) {
        if constexpr (std::string_view{Member::name} == Change::name)
            changed = patch_member(target.*Member::pointer, changes.*Change::pointer);
    };
    (patch_if_it(Members{}), ...);
    return changed;
}

template <class Target, class Changes, template <class...> class List, class... Members>
bool patch_each(Target& target, const Changes& changes, List<Members...>)
{
    bool changed = false;
    ((changed |= patch_by_name<Members>(target, changes, members_of<Target>{})), ...);
    return changed;
}

} // namespace detail

/// Assigns every member of `changes` that is set to the member of the same name in `target`;
/// returns whether any was.
///
///     struct task_changes { std::optional<std::string> title; frevo::nullable<std::string> note;
///     };
///
///     frevo::patch(task, *input); // input: json<task_changes>
///
/// Both structs are described. Members of `changes` are `std::optional`: absent and `null` both
/// leave the target as it is. A `nullable<T>` member changes a `std::optional<T>` one: absent
/// leaves it, `null` empties it. A described struct in an optional is applied member by member.
/// Source: RFC 7396, but for `null` as said above.
template <described_struct Target, described_struct Changes>
bool patch(Target& target, const Changes& changes)
{
    return detail::patch_each(target, changes, detail::members_of<Changes>{});
}

} // namespace frevo
