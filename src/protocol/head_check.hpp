// SPDX-License-Identifier: BSL-1.0
// Proves that a parsed head is exactly what the grammar allows, or finds the first fault in it.
#pragma once

#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"

#include <frevo/core/limits.hpp>

#include <cstdint>
#include <string_view>

namespace frevo::detail {

/// Where a field that the framing depends on stands, and how often.
struct noted_field
{
    std::uint32_t first = 0; ///< index into request_head::fields
    std::uint32_t count = 0;
};

/// The fields that decide about a message as a whole, noted while the head is checked.
struct noted_fields
{
    noted_field host;
    noted_field content_length;
    noted_field transfer_encoding;
    noted_field connection;
    noted_field expect;
};

/// Proves the structure of a complete head from the recorded spans, whatever llhttp thought of it.
///
/// Checks that the bytes between the spans are exactly those of the grammar, that names are tokens and
/// values free of control characters, and that the limits hold. Sets version and size, the numbers of the
/// known names, trims blanks around values, and notes the fields that count. On false use find_fault.
/// Source: RFC 9112 sections 2 to 5.
bool check_head(
    const char* base, std::uint32_t size, const limits& bounds, request_head& head,
    noted_fields& noted) noexcept;

/// Returns the first fault, byte by byte, of a head or the beginning of one; `none` if it has none so far.
///
/// The slow and strict reading, used when a head has already been refused, so that the reason does not
/// depend on llhttp's version or on how the bytes were cut.
rejection find_fault(std::string_view head, const limits& bounds) noexcept;

/// Returns the reason for a head that llhttp refused at the end of `head`, though find_fault saw no fault:
/// llhttp has rules on targets and on the framing fields too.
rejection guess_fault(std::string_view head) noexcept;

/// Size of the longest head that an unfinished one may still become. Units: bytes.
/// \param target_end where the target ends, or 0 when that is not known yet.
std::size_t longest_head(std::uint32_t target_end, const limits& bounds) noexcept;

/// Bytes of " HTTP/1.1", which follow the target on the request line.
inline constexpr std::uint32_t version_size = 9;

/// Fields above this limit are refused whatever the user's limits say: sizes are kept in 32 bits.
inline constexpr std::size_t largest_head = std::size_t{1} << 30;

} // namespace frevo::detail
