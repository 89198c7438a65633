// SPDX-License-Identifier: BSL-1.0
// Where each event of a JSON text goes in a described value, and what is said when it does not fit.

#include "features/json_binder.hpp"

#include "features/json_members.hpp"
#include "features/json_store.hpp"

#include <utility>

namespace frevo::detail {

json_binder::json_binder(const shape& type, void* value, std::size_t fault_limit)
    : root_{&type, value}, fault_limit_(fault_limit == 0 ? 1 : fault_limit)
{
    levels_.reserve(8);
}

json_binder::place json_binder::next_in(level& open)
{
    switch (open.type->kind) {
    case shape_kind::object: {
        if (open.at == no_member)
            return {};
        const auto& type = static_cast<const object_shape&>(*open.type);
        const member_shape& member = type.members[open.at];
        return {member.type, member.at(open.value), member.constraints};
    }
    case shape_kind::map:
        if (open.entry == nullptr)
            return {};
        return {static_cast<const map_shape&>(*open.type).value, open.entry};
    case shape_kind::sequence: {
        const auto& type = static_cast<const sequence_shape&>(*open.type);
        ++open.at; // from no_member to 0
        if (open.longest != nullptr && is_too_long(open, open.at))
            return {};
        return {type.element, type.append(open.value)};
    }
    default: {
        const auto& type = static_cast<const array_shape&>(*open.type);
        if (++open.at >= type.count)
            return {};
        return {type.element, static_cast<std::byte*>(open.value) + open.at * type.stride};
    }
    }
}

json_binder::place json_binder::next_place()
{
    return levels_.empty() ? root_ : next_in(levels_.back());
}

json_binder::place json_binder::next_value()
{
    place to = next_place();
    while (to.type != nullptr && to.type->kind == shape_kind::optional) {
        const auto& optional = static_cast<const optional_shape&>(*to.type);
        to.value = optional.emplace(to.value);
        to.type = optional.value;
    }
    return to;
}

/// Says so once, at the first element too many; that and the others are skipped.
bool json_binder::is_too_long(level& list, std::size_t length)
{
    if (length < list.longest->high)
        return false;
    if (length == list.longest->high)
        add_fault(
            pointer_to(levels_.size() - 1), "length", length_sentence(*list.type, *list.longest));
    return true;
}

bool json_binder::null()
{
    place to = next_place();
    if (to.type == nullptr)
        return true;
    if (to.type->kind == shape_kind::dynamic) {
        begin_dynamic(to);
        return detour_.null();
    }
    if (to.type->kind != shape_kind::optional)
        return mistyped(*to.type, "null");
    // The innermost optional is the one that null empties: optional<optional<T>> tells it from
    // absence.
    const auto* optional = static_cast<const optional_shape*>(to.type);
    while (optional->value->kind == shape_kind::optional) {
        to.value = optional->emplace(to.value);
        optional = static_cast<const optional_shape*>(optional->value);
    }
    optional->reset(to.value);
    return true;
}

bool json_binder::boolean(bool value)
{
    const place to = next_value();
    if (to.type == nullptr)
        return true;
    switch (to.type->kind) {
    case shape_kind::boolean:
        *static_cast<bool*>(to.value) = value;
        return true;
    case shape_kind::bit:
        static_cast<std::vector<bool>*>(to.value)->push_back(value);
        return true;
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.boolean(value);
    default:
        return mistyped(*to.type, "a boolean");
    }
}

bool json_binder::integer(std::int64_t value, std::string_view text)
{
    const place to = next_value();
    if (to.type == nullptr)
        return true;
    switch (to.type->kind) {
    case shape_kind::integer:
        return store_signed(*to.type, to.value, value) || out_of_range(*to.type);
    case shape_kind::natural:
        return (value >= 0 &&
                store_unsigned(*to.type, to.value, static_cast<std::uint64_t>(value))) ||
               out_of_range(*to.type);
    case shape_kind::floating:
        // "-0" arrives as 0 and would lose its sign.
        store_floating(*to.type, to.value, value, value == 0 && text.front() == '-');
        return true;
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.integer(value, text);
    default:
        return mistyped(*to.type, "a number");
    }
}

bool json_binder::natural(std::uint64_t value)
{
    const place to = next_value();
    if (to.type == nullptr)
        return true;
    switch (to.type->kind) {
    case shape_kind::integer:
        return out_of_range(*to.type);
    case shape_kind::natural:
        return store_unsigned(*to.type, to.value, value) || out_of_range(*to.type);
    case shape_kind::floating:
        store_floating(*to.type, to.value, value, false);
        return true;
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.natural(value);
    default:
        return mistyped(*to.type, "a number");
    }
}

bool json_binder::real(std::string_view text, double rough)
{
    const place to = next_value();
    if (to.type == nullptr)
        return true;
    switch (to.type->kind) {
    case shape_kind::integer:
    case shape_kind::natural:
        if (text.find_first_of(".eE") == std::string_view::npos)
            return out_of_range(*to.type);
        return mistyped(*to.type, "a number with a fraction or an exponent");
    case shape_kind::floating:
        return store_real(*to.type, to.value, text, rough) || out_of_range(*to.type);
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.real(text, rough);
    default:
        return mistyped(*to.type, "a number");
    }
}

bool json_binder::string(std::string_view value)
{
    const place to = next_value();
    if (to.type == nullptr)
        return true;
    switch (to.type->kind) {
    case shape_kind::text:
        static_cast<std::string*>(to.value)->assign(value);
        return true;
    case shape_kind::enumeration: {
        const auto& type = static_cast<const enum_shape&>(*to.type);
        return store_enumerator(type, to.value, value) || unknown_enumerator(type);
    }
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.string(value);
    default:
        return mistyped(*to.type, "a string");
    }
}

bool json_binder::begin_array()
{
    const place to = next_value();
    if (to.type == nullptr) {
        skip();
        return detour_.begin_array();
    }
    switch (to.type->kind) {
    case shape_kind::sequence:
        static_cast<const sequence_shape&>(*to.type).clear(to.value);
        push(to);
        return true;
    case shape_kind::array:
        push(to);
        return true;
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.begin_array();
    default:
        skip();
        return mistyped(*to.type, "an array") && detour_.begin_array();
    }
}

bool json_binder::end_array()
{
    const level& list = levels_.back();
    if (list.type->kind == shape_kind::array) {
        const std::size_t wanted = static_cast<const array_shape&>(*list.type).count;
        if (list.at + 1 != wanted) { // no_member + 1 is 0
            constraint exactly;
            exactly.low = exactly.high = wanted;
            add_fault(
                pointer_to(levels_.size() - 1), "length", length_sentence(*list.type, exactly));
        }
    }
    return close_list();
}

bool json_binder::begin_object()
{
    const place to = next_value();
    if (to.type == nullptr) {
        skip();
        return detour_.begin_object();
    }
    switch (to.type->kind) {
    case shape_kind::map:
        static_cast<const map_shape&>(*to.type).clear(to.value);
        push(to);
        return true;
    case shape_kind::object:
        push(to);
        return true;
    case shape_kind::dynamic:
        begin_dynamic(to);
        return detour_.begin_object();
    default:
        skip();
        return mistyped(*to.type, "an object") && detour_.begin_object();
    }
}

bool json_binder::key(std::string_view name)
{
    level& open = levels_.back();
    if (open.type->kind == shape_kind::object)
        object_key(open, name);
    else
        map_key(open, name);
    return !full_;
}

void json_binder::object_key(level& object, std::string_view name)
{
    const auto& type = static_cast<const object_shape&>(*object.type);
    const std::size_t found = find_member(type, name, object.next);
    if (found == type.members.size()) {
        object.at = no_member;
        if (type.refuse_unknown)
            add_fault(
                pointer_below(levels_.size() - 1, name), "unknown_member", "is not known here");
        return;
    }
    const std::uint64_t bit = std::uint64_t{1} << found;
    object.next = found + 1;
    if ((object.seen & bit) != 0) {
        object.at = no_member;
        add_fault(pointer_below(levels_.size() - 1, name), "duplicate", "is there more than once");
        return;
    }
    object.seen |= bit;
    object.at = found;
}

void json_binder::map_key(level& map, std::string_view name)
{
    const auto& type = static_cast<const map_shape&>(*map.type);
    map.entry = nullptr;
    ++map.at;
    if (map.longest != nullptr && is_too_long(map, map.at))
        return;
    map.key = name;
    map.entry = type.insert(map.value, map.key);
    if (map.entry == nullptr)
        add_fault(pointer_below(levels_.size() - 1, name), "duplicate", "is there more than once");
}

bool json_binder::end_object()
{
    if (levels_.back().type->kind != shape_kind::object)
        return close_list();
    finish_object(levels_.back());
    levels_.pop_back();
    return !full_;
}

/// What is missing, and what the rules say of what is there.
void json_binder::finish_object(const level& object)
{
    const auto& type = static_cast<const object_shape&>(*object.type);
    for (std::uint64_t missing = type.required & ~object.seen; missing != 0;
         missing &= missing - 1) {
        const member_shape& member =
            type.members[static_cast<std::size_t>(std::countr_zero(missing))];
        add_fault(pointer_below(levels_.size() - 1, member.name), "required", "is missing");
    }
    for (std::uint64_t there = type.constrained & object.seen & ~object.bad; there != 0;
         there &= there - 1) {
        const auto index = static_cast<std::size_t>(std::countr_zero(there));
        const member_shape& member = type.members[index];
        checked_ = member.name;
        check_constraints(
            *member.type, member.at(object.value), member.constraints, *this,
            (object.bad_inside >> index & 1) == 0);
    }
}

/// Leaves a list or map; tells the struct around it when its elements are not all good.
bool json_binder::close_list()
{
    const bool bad = (levels_.back().bad | levels_.back().bad_inside) != 0;
    levels_.pop_back();
    if (bad && !levels_.empty()) {
        level& outer = levels_.back();
        if (outer.type->kind != shape_kind::object)
            outer.bad_inside = 1;
        else if (outer.at != no_member)
            outer.bad_inside |= std::uint64_t{1} << outer.at;
    }
    return !full_;
}

} // namespace frevo::detail
