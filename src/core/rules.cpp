// SPDX-License-Identifier: BSL-1.0
// Checks values against the rules of their members, and says in a sentence what does not hold.

#include <frevo/core/rules.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace frevo::detail {
namespace {

/// What a constraint is compared with, once the optionals around a value are gone.
struct subject
{
    const shape* type;
    const void* value; // null for an empty optional
};

subject unwrap(const shape* type, const void* value)
{
    while (value != nullptr && type->kind == shape_kind::optional) {
        const auto& optional = static_cast<const optional_shape&>(*type);
        value = optional.get(value);
        type = optional.value;
    }
    return {type, value};
}

/// The value of an integer as number_bits would store it.
std::uint64_t load_integer(const shape& type, const void* value)
{
    const bool is_signed = type.kind == shape_kind::integer;
    switch (type.bytes) {
    case 1:
        if (is_signed)
            return static_cast<std::uint64_t>(*static_cast<const std::int8_t*>(value));
        return *static_cast<const std::uint8_t*>(value);
    case 2:
        if (is_signed)
            return static_cast<std::uint64_t>(*static_cast<const std::int16_t*>(value));
        return *static_cast<const std::uint16_t*>(value);
    case 4:
        if (is_signed)
            return static_cast<std::uint64_t>(*static_cast<const std::int32_t*>(value));
        return *static_cast<const std::uint32_t*>(value);
    default: {
        std::uint64_t bits; // long and long long are different types of the same size
        std::memcpy(&bits, value, sizeof bits);
        return bits;
    }
    }
}

double load_floating(const shape& type, const void* value)
{
    if (type.bytes == sizeof(float))
        return static_cast<double>(*static_cast<const float*>(value));
    return *static_cast<const double*>(value);
}

std::size_t code_points(std::string_view text)
{
    std::size_t count = 0;
    for (const char c : text)
        count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    return count;
}

std::size_t length_of(const shape& type, const void* value)
{
    switch (type.kind) {
    case shape_kind::text:
        return code_points(*static_cast<const std::string*>(value));
    case shape_kind::sequence:
        return static_cast<const sequence_shape&>(type).size(value);
    case shape_kind::map:
        return static_cast<const map_shape&>(type).size(value);
    default:
        return 0;
    }
}

bool within(const constraint& rule, std::uint64_t value)
{
    return (rule.open_low || value >= rule.low) && (rule.open_high || value <= rule.high);
}

bool in_range(const shape& type, const void* value, const constraint& rule)
{
    if (type.kind == shape_kind::natural)
        return within(rule, load_integer(type, value));
    if (type.kind == shape_kind::integer) {
        const auto number = static_cast<std::int64_t>(load_integer(type, value));
        return (rule.open_low || number >= static_cast<std::int64_t>(rule.low)) &&
               (rule.open_high || number <= static_cast<std::int64_t>(rule.high));
    }
    const double number = load_floating(type, value);
    return (rule.open_low || number >= std::bit_cast<double>(rule.low)) &&
           (rule.open_high || number <= std::bit_cast<double>(rule.high));
}

bool is_chosen(const shape& type, const void* value, const constraint& rule)
{
    if (type.kind == shape_kind::text) {
        const std::string_view text = *static_cast<const std::string*>(value);
        const auto* choices = static_cast<const std::string_view*>(rule.data);
        return std::find(choices, choices + rule.count, text) != choices + rule.count;
    }
    const auto* choices = static_cast<const std::uint64_t*>(rule.data);
    return std::find(choices, choices + rule.count, load_integer(type, value)) !=
           choices + rule.count;
}

template <class Number>
void append_number(std::string& out, Number number)
{
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void append_bound(std::string& out, const shape& type, std::uint64_t bits)
{
    if (type.kind == shape_kind::floating && type.bytes == sizeof(float))
        append_number(out, static_cast<float>(std::bit_cast<double>(bits)));
    else if (type.kind == shape_kind::floating)
        append_number(out, std::bit_cast<double>(bits));
    else if (type.kind == shape_kind::integer)
        append_number(out, static_cast<std::int64_t>(bits));
    else
        append_number(out, bits);
}

std::string range_sentence(const shape& type, const constraint& rule)
{
    std::string text = "must be ";
    if (!rule.open_low) {
        text += rule.open_high ? "at least " : "from ";
        append_bound(text, type, rule.low);
    }
    if (!rule.open_high) {
        text += rule.open_low ? "at most " : " to ";
        append_bound(text, type, rule.high);
    }
    return text;
}

std::string choice_sentence(const shape& type, const constraint& rule)
{
    std::string text = "must be one of ";
    for (std::size_t i = 0; i < rule.count; ++i) {
        if (i > 0)
            text += ", ";
        if (type.kind == shape_kind::text) {
            text += '"';
            text += static_cast<const std::string_view*>(rule.data)[i];
            text += '"';
        } else {
            append_bound(text, type, static_cast<const std::uint64_t*>(rule.data)[i]);
        }
    }
    return text;
}

/// Checks every element; `below` names it.
struct element_check
{
    const shape& type;
    std::span<const constraint> constraints;
    fault_sink& sink;
    std::size_t index = 0;

    void operator()(const void* element, std::string_view step);
};

/// Adds the element's name in front of what its own checks say.
class element_sink final : public fault_sink
{
public:
    element_sink(fault_sink& outer, std::string_view step) : outer_(outer), step_(step) {}

    void fault(std::string below, std::string_view code, std::string sentence) override
    {
        std::string pointer;
        append_pointer_step(pointer, step_);
        outer_.fault(pointer + below, code, std::move(sentence));
    }

private:
    fault_sink& outer_;
    std::string_view step_;
};

void element_check::operator()(const void* element, std::string_view step)
{
    element_sink named{sink, step};
    check_constraints(type, element, constraints, named);
}

void check_indexed(void* context, const void* element)
{
    auto& check = *static_cast<element_check*>(context);
    char text[24];
    const char* end = std::to_chars(text, text + sizeof text, check.index++).ptr;
    check(element, {text, static_cast<std::size_t>(end - text)});
}

void check_keyed(void* context, std::string_view key, const void* value)
{
    (*static_cast<element_check*>(context))(value, key);
}

void check_elements(
    const shape& type, const void* value, std::span<const constraint> constraints, fault_sink& sink)
{
    if (type.kind == shape_kind::sequence) {
        const auto& list = static_cast<const sequence_shape&>(type);
        element_check check{*list.element, constraints, sink};
        list.for_each(value, &check_indexed, &check);
    } else if (type.kind == shape_kind::map) {
        const auto& map = static_cast<const map_shape&>(type);
        element_check check{*map.value, constraints, sink};
        map.for_each(value, &check_keyed, &check);
    } else {
        const auto& array = static_cast<const array_shape&>(type);
        element_check check{*array.element, constraints, sink};
        const auto* at = static_cast<const std::byte*>(value);
        for (std::size_t i = 0; i < array.count; ++i, at += array.stride)
            check_indexed(&check, at);
    }
}

void check_one(const subject& on, const constraint& rule, fault_sink& sink)
{
    switch (rule.kind) {
    case constraint_kind::length:
        if (!within(rule, length_of(*on.type, on.value)))
            sink.fault({}, "length", length_sentence(*on.type, rule));
        break;
    case constraint_kind::range:
        if (!in_range(*on.type, on.value, rule))
            sink.fault({}, "range", range_sentence(*on.type, rule));
        break;
    case constraint_kind::choice:
        if (!is_chosen(*on.type, on.value, rule))
            sink.fault({}, "enum", choice_sentence(*on.type, rule));
        break;
    case constraint_kind::predicate:
        if (!rule.test(rule.data, on.value))
            sink.fault({}, rule.code, std::string{rule.sentence});
        break;
    case constraint_kind::each:
        break;
    }
}

} // namespace

void check_constraints(
    const shape& type, const void* value, std::span<const constraint> constraints, fault_sink& sink,
    bool with_elements)
{
    const subject on = unwrap(&type, value);
    if (on.value == nullptr)
        return;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const constraint& rule = constraints[i];
        if (rule.kind != constraint_kind::each) {
            check_one(on, rule, sink);
            continue;
        }
        if (with_elements)
            check_elements(*on.type, on.value, constraints.subspan(i + 1, rule.count), sink);
        i += rule.count;
    }
}

std::string length_sentence(const shape& type, const constraint& rule)
{
    std::string text = "must have ";
    if (rule.open_high)
        text += "at least ";
    else if (rule.open_low)
        text += "at most ";
    else if (rule.low == rule.high)
        text += "exactly ";
    if (!rule.open_low && rule.low != rule.high)
        append_number(text, rule.low);
    if (!rule.open_low && !rule.open_high && rule.low != rule.high)
        text += " to ";
    if (!rule.open_high)
        append_number(text, rule.high);
    const bool one = (rule.open_high ? rule.low : rule.high) == 1;
    if (type.kind == shape_kind::text)
        text += one ? " character" : " characters";
    else if (type.kind == shape_kind::map)
        text += one ? " entry" : " entries";
    else
        text += one ? " element" : " elements";
    return text;
}

const constraint* upper_length(std::span<const constraint> constraints) noexcept
{
    const constraint* lowest = nullptr;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const constraint& rule = constraints[i];
        if (rule.kind == constraint_kind::each)
            i += rule.count;
        else if (
            rule.kind == constraint_kind::length && !rule.open_high &&
            (lowest == nullptr || rule.high < lowest->high))
            lowest = &rule;
    }
    return lowest;
}

void append_pointer_step(std::string& pointer, std::string_view step)
{
    pointer += '/';
    for (const char c : step) {
        if (c == '~')
            pointer += "~0";
        else if (c == '/')
            pointer += "~1";
        else
            pointer += c;
    }
}

} // namespace frevo::detail
