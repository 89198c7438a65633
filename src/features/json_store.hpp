// SPDX-License-Identifier: BSL-1.0
// Loads and stores numbers and enumerators of every width through their tables.
#pragma once

#include <frevo/core/shape.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace frevo::detail {

/// Each stores the number, or returns false when it does not fit the width.
bool store_signed(const shape& type, void* to, std::int64_t value);
bool store_unsigned(const shape& type, void* to, std::uint64_t value);
bool store_real(const shape& type, void* to, std::string_view text, double rough);

/// Stores an integer in a float or double, rounded to the nearest; or the negative zero.
template <class Integer>
void store_floating(const shape& type, void* to, Integer value, bool negative_zero)
{
    if (type.bytes == sizeof(float))
        *static_cast<float*>(to) = negative_zero ? -0.0F : static_cast<float>(value);
    else
        *static_cast<double*>(to) = negative_zero ? -0.0 : static_cast<double>(value);
}

/// Stores the enumerator of this name, or returns false when there is none.
bool store_enumerator(const enum_shape& type, void* to, std::string_view name);

std::int64_t load_signed(const shape& type, const void* from);
std::uint64_t load_unsigned(const shape& type, const void* from);

/// The sentence for a number that does not fit: "must be from -128 to 127".
std::string range_of(const shape& type);

} // namespace frevo::detail
