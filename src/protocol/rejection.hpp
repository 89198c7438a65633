// SPDX-License-Identifier: BSL-1.0
// Every reason for which a request is refused before it reaches a handler, in one table.
#pragma once

#include <frevo/core/status.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace frevo::detail {

/// Why a request was refused. The table in rejection.cpp gives status, title and source of each.
///
/// Every refusal closes the connection: where the next request would begin is no longer certain, or
/// (unknown_method) not worth reading a body for.
enum class rejection : std::uint8_t
{
    none,
    malformed_request_line,
    request_line_too_long,
    invalid_target,
    unsupported_version,
    unknown_method,
    missing_host,
    repeated_host,
    invalid_host,
    invalid_field,
    obsolete_folding,
    bare_line_end,
    too_many_fields,
    fields_too_large,
    invalid_content_length,
    invalid_transfer_encoding,
    conflicting_framing,
    unsupported_transfer_coding,
    invalid_chunk,
    chunk_extensions_too_large,
    invalid_trailer,
    trailers_too_large,
    body_too_large,
    unknown_expectation,
    head_timeout,
    body_timeout,
};

/// One row of the table.
struct rejection_info
{
    rejection reason;
    std::string_view name; ///< the enumerator's name, as golden files write it
    frevo::status status;
    std::string_view title;  ///< the sentence the client sees as detail
    std::string_view source; ///< "RFC 9112 section 5.2"
};

/// Returns the row of a reason. Lifetime: static storage.
const rejection_info& describe(rejection reason) noexcept;

/// Returns all rows but that of `none`. Lifetime: static storage.
std::span<const rejection_info> all_rejections() noexcept;

} // namespace frevo::detail
