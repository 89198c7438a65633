// SPDX-License-Identifier: BSL-1.0
// The four forms of a request target, and the syntax of the host inside.
#pragma once

#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"

#include <string_view>

namespace frevo::detail {

/// Finds form, path, query and authority of head.target; `base` is the head's first byte.
///
/// Refuses characters that have to be percent-encoded: controls, blanks, bytes over 127, and `" # <
/// > \`. Those that RFC 3986 does not allow either but browsers send as they are, `[ ] ^ { | }` and
/// the backtick, pass. Percent escapes are not looked at. Source: RFC 9112 section 3.2, RFC 3986
/// section 3.
rejection parse_target(const char* base, request_head& head) noexcept;

/// Reads a target of the origin form at `at` and returns where it ends: at the first byte that may
/// not stand in it, or at `end`. Sets path and query.
const char*
read_origin_form(const char* base, const char* at, const char* end, request_head& head) noexcept;

/// Tells whether the byte may stand in a request target of any form.
bool is_target_char(char c) noexcept;

/// Tells whether the text is `host` or `host:port` with a host that is not empty.
///
/// Source: RFC 9110 section 7.2, RFC 3986 section 3.2.2.
bool is_authority(std::string_view text) noexcept;

} // namespace frevo::detail
