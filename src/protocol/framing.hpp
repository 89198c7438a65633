// SPDX-License-Identifier: BSL-1.0
// What the noted fields say about a request as a whole: its host, its body, its connection.
#pragma once

#include "protocol/head_reader.hpp"
#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace frevo::detail {

/// Applies Host, Content-Length, Transfer-Encoding, Connection and Expect to a checked head.
///
/// Sets framing, content_length, keep_alive, the two flags of expectations, and the authority
/// unless the target had one. A request that two readers could frame differently is refused.
/// Source: RFC 9112 sections 3.2, 6.3 and 9.3; RFC 9110 section 10.1.1.
rejection apply_fields(const char* base, const noted_fields& noted, request_head& head) noexcept;

/// Returns the number of a Content-Length, or nothing: digits only, below 2^64.
std::optional<std::uint64_t> parse_content_length(std::string_view text) noexcept;

} // namespace frevo::detail
