// SPDX-License-Identifier: BSL-1.0
// Loads and stores numbers and enumerators of every width through their tables.

#include "features/json_store.hpp"

#include <frevo/features/json_events.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace frevo::detail {
namespace {

// Copies, because long and long long are different types of one width.
template <class Narrow, class Wide>
bool store_as(void* to, Wide value)
{
    const auto narrow = static_cast<Narrow>(value);
    std::memcpy(to, &narrow, sizeof narrow);
    return static_cast<Wide>(narrow) == value;
}

template <class Narrow>
Narrow load_as(const void* from)
{
    Narrow narrow;
    std::memcpy(&narrow, from, sizeof narrow);
    return narrow;
}

} // namespace

bool store_signed(const shape& type, void* to, std::int64_t value)
{
    switch (type.bytes) {
    case 1:
        return store_as<std::int8_t>(to, value);
    case 2:
        return store_as<std::int16_t>(to, value);
    case 4:
        return store_as<std::int32_t>(to, value);
    default:
        return store_as<std::int64_t>(to, value);
    }
}

bool store_unsigned(const shape& type, void* to, std::uint64_t value)
{
    switch (type.bytes) {
    case 1:
        return store_as<std::uint8_t>(to, value);
    case 2:
        return store_as<std::uint16_t>(to, value);
    case 4:
        return store_as<std::uint32_t>(to, value);
    default:
        return store_as<std::uint64_t>(to, value);
    }
}

bool store_real(const shape& type, void* to, std::string_view text, double rough)
{
    if (type.bytes == sizeof(float)) {
        const float value = exact_float(text, rough);
        *static_cast<float*>(to) = value;
        return std::isfinite(value);
    }
    const double value = exact_double(text, rough);
    *static_cast<double*>(to) = value;
    return std::isfinite(value);
}

bool store_enumerator(const enum_shape& type, void* to, std::string_view name)
{
    for (const enumerator& each : type.names) {
        if (each.name == name) {
            // By its bits: the table keeps a 64-bit enumerator above the signed range as a negative
            // number.
            store_unsigned(type, to, static_cast<std::uint64_t>(each.value));
            return true;
        }
    }
    return false;
}

std::int64_t load_signed(const shape& type, const void* from)
{
    switch (type.bytes) {
    case 1:
        return load_as<std::int8_t>(from);
    case 2:
        return load_as<std::int16_t>(from);
    case 4:
        return load_as<std::int32_t>(from);
    default:
        return load_as<std::int64_t>(from);
    }
}

std::uint64_t load_unsigned(const shape& type, const void* from)
{
    switch (type.bytes) {
    case 1:
        return load_as<std::uint8_t>(from);
    case 2:
        return load_as<std::uint16_t>(from);
    case 4:
        return load_as<std::uint32_t>(from);
    default:
        return load_as<std::uint64_t>(from);
    }
}

std::string range_of(const shape& type)
{
    if (type.kind == shape_kind::floating)
        return "must not be so large";
    const unsigned bits = type.bytes * 8u;
    if (type.kind == shape_kind::natural) {
        const std::uint64_t high = std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
        return "must be from 0 to " + std::to_string(high);
    }
    const std::int64_t high = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
    return "must be from " + std::to_string(-high - 1) + " to " + std::to_string(high);
}

} // namespace frevo::detail
