// SPDX-License-Identifier: BSL-1.0
// How the lines of the known fields begin, ready to be copied.
#pragma once

#include <frevo/core/field.hpp>

#include <array>
#include <cstddef>

namespace frevo::detail {

/// The beginning of a field line, "Content-Type: ", filled up with zeros.
///
/// Copying all of `text` and overwriting what is behind `size` is cheaper than copying `size`
/// bytes.
struct field_start
{
    char text[40] = {};
    unsigned char size = 0;
};

/// By the number of the field; the one of `field::unknown` has the size zero.
extern const std::array<field_start, field_count> field_starts;

} // namespace frevo::detail
