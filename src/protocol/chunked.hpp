// SPDX-License-Identifier: BSL-1.0
// Writes the chunked transfer coding around the pieces of a streamed body.
#pragma once

#include <frevo/core/fields.hpp>

#include <cstdint>
#include <string_view>

namespace frevo::detail {

class output_buffer;

/// Appends the line in front of a chunk's data. Precondition: size is not 0, which would end the
/// body. Source: RFC 9112 section 7.1.
void begin_chunk(output_buffer& out, std::uint64_t size);

/// Appends the line end behind a chunk's data.
void end_chunk(output_buffer& out);

/// Appends a chunk with a copy of the data; nothing for empty data.
void append_chunk(output_buffer& out, std::string_view data);

/// Appends the last chunk, the trailers, and the empty line. `trailers` may be null.
///
/// Trailers that frame, route or authorise a message may not stand there and are left out.
/// Source: RFC 9112 section 7.1.2, RFC 9110 section 6.5.1.
void append_last_chunk(output_buffer& out, const frevo::fields* trailers);

} // namespace frevo::detail
