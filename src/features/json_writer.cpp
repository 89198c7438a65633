// SPDX-License-Identifier: BSL-1.0
// Writes described values as JSON text, straight from their tables.

#include "features/json_out.hpp"
#include "features/json_store.hpp"

#include <frevo/features/json.hpp>
#include <frevo/features/json_events.hpp>

namespace frevo::detail {
namespace {

void write_value(json_out& out, const shape& type, const void* value);

/// A list or map that is being written.
struct open_list
{
    json_out& out;
    const shape& element;
    bool first = true;

    json_out& next()
    {
        if (!first)
            out.put(',');
        first = false;
        return out;
    }
};

void write_element(void* context, const void* element)
{
    auto& list = *static_cast<open_list*>(context);
    write_value(list.next(), list.element, element);
}

void write_entry(void* context, std::string_view key, const void* value)
{
    auto& map = *static_cast<open_list*>(context);
    map.next().string(key);
    map.out.put(':');
    write_value(map.out, map.element, value);
}

/// An empty optional of an optional says that the member is absent.
bool is_absent(const member_shape& member, const void* value)
{
    if (member.type->kind != shape_kind::optional)
        return false;
    const auto& optional = static_cast<const optional_shape&>(*member.type);
    return optional.value->kind == shape_kind::optional && optional.get(value) == nullptr;
}

void write_object(json_out& out, const object_shape& type, const void* value)
{
    out.put('{');
    std::size_t comma = 1; // the prefix of a member begins with one
    for (const member_shape& member : type.members) {
        const void* at = member.at(const_cast<void*>(value)); // only ever read
        if (is_absent(member, at))
            continue;
        out.raw(member.prefix.substr(comma));
        comma = 0;
        write_value(out, *member.type, at);
    }
    out.put('}');
}

void write_array(json_out& out, const array_shape& type, const void* value)
{
    out.put('[');
    open_list list{out, *type.element};
    const auto* at = static_cast<const std::byte*>(value);
    for (std::size_t i = 0; i < type.count; ++i, at += type.stride)
        write_element(&list, at);
    out.put(']');
}

/// The name; a value without one is written as its number.
void write_enumerator(json_out& out, const enum_shape& type, const void* value)
{
    const std::uint64_t bits = load_unsigned(type, value);
    const unsigned unused = 64 - type.bytes * 8u;
    for (const enumerator& each : type.names) {
        if (((static_cast<std::uint64_t>(each.value) ^ bits) << unused) == 0) {
            out.string(each.name);
            return;
        }
    }
    out.integer(load_signed(type, value));
}

void write_value(json_out& out, const shape& type, const void* value)
{
    switch (type.kind) {
    case shape_kind::boolean:
    case shape_kind::bit:
        out.raw(*static_cast<const bool*>(value) ? "true" : "false");
        break;
    case shape_kind::integer:
        out.integer(load_signed(type, value));
        break;
    case shape_kind::natural:
        out.integer(load_unsigned(type, value));
        break;
    case shape_kind::floating:
        if (type.bytes == sizeof(float))
            out.floating(*static_cast<const float*>(value));
        else
            out.floating(*static_cast<const double*>(value));
        break;
    case shape_kind::text:
        out.string(*static_cast<const std::string*>(value));
        break;
    case shape_kind::enumeration:
        write_enumerator(out, static_cast<const enum_shape&>(type), value);
        break;
    case shape_kind::optional: {
        const auto& optional = static_cast<const optional_shape&>(type);
        if (const void* inside = optional.get(value))
            write_value(out, *optional.value, inside);
        else
            out.raw("null");
        break;
    }
    case shape_kind::sequence: {
        const auto& sequence = static_cast<const sequence_shape&>(type);
        open_list list{out, *sequence.element};
        out.put('[');
        sequence.for_each(value, &write_element, &list);
        out.put(']');
        break;
    }
    case shape_kind::array:
        write_array(out, static_cast<const array_shape&>(type), value);
        break;
    case shape_kind::map: {
        const auto& map = static_cast<const map_shape&>(type);
        open_list list{out, *map.value};
        out.put('{');
        map.for_each(value, &write_entry, &list);
        out.put('}');
        break;
    }
    case shape_kind::object:
        write_object(out, static_cast<const object_shape&>(type), value);
        break;
    case shape_kind::dynamic:
        static_cast<const dynamic_shape&>(type).write(value, out.flush());
        break;
    }
}

} // namespace

void append_json(std::string& text, const shape& type, const void* value)
{
    json_out out{text};
    write_value(out, type, value);
    out.flush();
}

} // namespace frevo::detail
