// SPDX-License-Identifier: BSL-1.0
// The faults of the JSON binder: where they are, in JSON Pointers, and what is said of them.

#include "features/json_binder.hpp"
#include "features/json_store.hpp"

#include <charconv>
#include <utility>

namespace frevo::detail {
namespace {

std::string_view name_of(shape_kind kind)
{
    switch (kind) {
    case shape_kind::boolean:
    case shape_kind::bit:
        return "a boolean";
    case shape_kind::integer:
    case shape_kind::natural:
        return "an integer";
    case shape_kind::floating:
        return "a number";
    case shape_kind::text:
    case shape_kind::enumeration:
        return "a string";
    case shape_kind::sequence:
    case shape_kind::array:
        return "an array";
    case shape_kind::map:
    case shape_kind::object:
        return "an object";
    case shape_kind::optional:
    case shape_kind::dynamic:
        break;
    }
    return "another value";
}

} // namespace

void json_binder::push(const place& to)
{
    level& open = levels_.emplace_back(to.type, to.value);
    if (!to.constraints.empty() && to.type->kind != shape_kind::object)
        open.longest = upper_length(to.constraints);
}

void json_binder::skip()
{
    detour_.begin(nullptr);
    sink_ = &detour_;
}

void json_binder::begin_dynamic(const place& to)
{
    detour_.begin(static_cast<const dynamic_shape&>(*to.type).read(to.value));
    sink_ = &detour_;
}

bool json_binder::detour_done(dynamic_fault fault)
{
    sink_ = this;
    return fault.code.empty() || refuse(fault.code, std::move(fault.sentence));
}

bool json_binder::mistyped(const shape& wanted, std::string_view got)
{
    std::string text = "must be ";
    text += name_of(wanted.kind);
    text += ", not ";
    text += got;
    return refuse("type", std::move(text));
}

bool json_binder::out_of_range(const shape& wanted)
{
    return refuse("range", range_of(wanted));
}

bool json_binder::unknown_enumerator(const enum_shape& wanted)
{
    std::string text = "must be one of ";
    for (const enumerator& each : wanted.names) {
        if (&each != wanted.names.data())
            text += ", ";
        text += '"';
        text += each.name;
        text += '"';
    }
    return refuse("enum", std::move(text));
}

/// A fault of the value that is being read. Its rules are not checked then.
bool json_binder::refuse(std::string_view code, std::string sentence)
{
    add_fault(pointer_to(levels_.size()), code, std::move(sentence));
    if (!levels_.empty()) {
        level& open = levels_.back();
        if (open.type->kind != shape_kind::object)
            open.bad = 1;
        else if (open.at != no_member)
            open.bad |= std::uint64_t{1} << open.at;
    }
    return !full_;
}

void json_binder::fault(std::string below, std::string_view code, std::string sentence)
{
    add_fault(pointer_below(levels_.size() - 1, checked_) + below, code, std::move(sentence));
}

void json_binder::add_fault(std::string pointer, std::string_view code, std::string sentence)
{
    if (full_)
        return;
    faults_.emplace_back(std::move(pointer), std::string{code}, std::move(sentence));
    full_ = faults_.size() >= fault_limit_;
}

/// The JSON Pointer of what the first `depth` levels are reading. Source: RFC 6901.
std::string json_binder::pointer_to(std::size_t depth) const
{
    std::string pointer;
    for (std::size_t i = 0; i < depth; ++i) {
        const level& open = levels_[i];
        if (open.type->kind == shape_kind::object) {
            append_pointer_step(
                pointer, static_cast<const object_shape&>(*open.type).members[open.at].name);
        } else if (open.type->kind == shape_kind::map) {
            append_pointer_step(pointer, open.key);
        } else {
            char text[24];
            const char* end = std::to_chars(text, text + sizeof text, open.at).ptr;
            append_pointer_step(pointer, {text, static_cast<std::size_t>(end - text)});
        }
    }
    return pointer;
}

std::string json_binder::pointer_below(std::size_t depth, std::string_view step) const
{
    std::string pointer = pointer_to(depth);
    append_pointer_step(pointer, step);
    return pointer;
}

} // namespace frevo::detail
