// SPDX-License-Identifier: BSL-1.0
// What readers, writers and checkers know of a user's type: tables without templates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace frevo::detail {

/// The kinds of values. Each value of a described type is one of these.
enum class shape_kind : std::uint8_t
{
    boolean,
    bit,      // an element of std::vector<bool>, which has no address; see sequence_shape
    integer,  // signed, of shape::bytes
    natural,  // unsigned, of shape::bytes
    floating, // float or double, by shape::bytes
    text,     // std::string
    enumeration,
    optional, // std::optional
    sequence, // std::vector and the like
    array,    // std::array
    map,      // std::map with text keys and the like
    object,   // a described struct
    dynamic,  // read and written by code of its own, such as nlohmann::json
};

/// The table of a type; what follows it depends on the kind.
struct shape
{
    shape_kind kind;
    std::uint8_t bytes = 0; // of numbers and enumerations
};

struct enumerator
{
    std::string_view name;
    std::int64_t value;
};

struct enum_shape : shape
{
    std::span<const enumerator> names;
};

struct optional_shape : shape
{
    const shape* value;
    void* (*emplace)(void* optional);
    void (*reset)(void* optional);
    const void* (*get)(const void* optional); // null when empty
};

/// Calls back for each element.
using element_visitor = void (*)(void* context, const void* element);
/// Calls back for each entry of a map.
using entry_visitor = void (*)(void* context, std::string_view key, const void* value);

struct sequence_shape : shape
{
    const shape* element;
    void (*clear)(void* sequence);
    /// Adds an element and returns it; for elements of kind `bit` returns the std::vector<bool>.
    void* (*append)(void* sequence);
    std::size_t (*size)(const void* sequence);
    void (*for_each)(const void* sequence, element_visitor visit, void* context);
};

struct array_shape : shape
{
    const shape* element;
    std::size_t count;
    std::size_t stride; // bytes from one element to the next
};

struct map_shape : shape
{
    const shape* value;
    void (*clear)(void* map);
    /// Adds an entry and lets `key` see the stored key; null when there is one of this key already.
    void* (*insert)(void* map, std::string_view& key);
    std::size_t (*size)(const void* map);
    void (*for_each)(const void* map, entry_visitor visit, void* context);
};

enum class constraint_kind : std::uint8_t
{
    length,    // low <= length <= high
    range,     // low <= value <= high, stored as number_bits
    choice,    // the value is one of `data`: std::string_view or number_bits
    each,      // the next `count` constraints hold for every element
    predicate, // `test` holds
};

/// One thing that must hold for a member's value.
struct constraint
{
    constraint_kind kind = constraint_kind::length;
    bool open_low = false;  // length and range: no lower bound
    bool open_high = false; // length and range: no upper bound
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    const void* data = nullptr;
    std::size_t count = 0;
    bool (*test)(const void* predicate, const void* value) = nullptr;
    std::string_view code;     // of a predicate's fault
    std::string_view sentence; // of a predicate's fault: "must be a valid e-mail address"
};

/// The first eight bytes of a name as a number: most names differ in them, or are no longer.
constexpr std::uint64_t name_head(std::string_view name) noexcept
{
    std::uint64_t head = 0;
    const std::size_t size = name.size() < 8 ? name.size() : 8;
    for (std::size_t i = 0; i < size; ++i)
        head |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
    return head;
}

struct member_shape
{
    std::string_view name;
    std::uint64_t head;      // name_head(name)
    std::string_view prefix; // `,"name":`, what stands in front of the value in JSON
    const shape* type;
    void* (*at)(void* object);
    std::span<const constraint> constraints;
};

struct object_shape : shape
{
    std::span<const member_shape> members; // at most 64
    std::uint64_t required = 0;            // one bit per member
    std::uint64_t constrained = 0;         // those with constraints
    bool refuse_unknown = false;
};

/// Most members of a described struct, inherited ones included: they are counted in the bits of one
/// word.
inline constexpr std::size_t max_members = 64;

} // namespace frevo::detail
