// SPDX-License-Identifier: BSL-1.0
// Reads a whole request head by the letter of the grammar; what it does not take is not a request.
#pragma once

#include "protocol/request_head.hpp"

#include <frevo/core/limits.hpp>

#include <cstddef>
#include <cstdint>

namespace frevo::detail {

/// Where a field that decides about the message as a whole stands, and how often.
struct noted_field
{
    std::uint32_t first = 0; ///< index into request_head::fields
    std::uint32_t count = 0;
};

/// The fields that framing.hpp needs, noted while a head is read.
struct noted_fields
{
    noted_field host;
    noted_field content_length;
    noted_field transfer_encoding;
    noted_field connection;
    noted_field expect;
    bool blank_behind_length = false; ///< behind the value of Content-Length or Transfer-Encoding
};

/// Reads the head at the front of [base, end) and returns its size, or 0.
///
/// 0 means that it is not complete, not within the limits, or not exactly what the grammar allows:
/// one blank where one blank belongs, CR LF and nothing else at the end of lines, names that are
/// tokens, values without control characters, no folding. find_fault() tells which.
///
/// `head.method` and its text must be set. Sets target, form, version, size and the fields with
/// their known numbers, blanks around values trimmed; an absolute or authority form sets the
/// authority. Source: RFC 9112 sections 2 to 5.
std::uint32_t read_head(
    const char* base, const char* end, const limits& bounds, request_head& head,
    noted_fields& noted) noexcept;

/// Size of the longest head that an unfinished one may still become. Units: bytes.
/// \param target_end where the target ends, or 0 when that is not known yet.
std::size_t longest_head(std::uint32_t target_end, const limits& bounds) noexcept;

/// Bytes of " HTTP/1.1", which follow the target on the request line.
inline constexpr std::uint32_t version_size = 9;

/// Longer names are refused whatever the limits say: their sizes are kept in 16 bits.
inline constexpr std::size_t longest_name = 0xffff;

/// Larger heads are refused whatever the limits say: offsets are kept in 32 bits.
inline constexpr std::size_t largest_head = std::size_t{1} << 30;

} // namespace frevo::detail
