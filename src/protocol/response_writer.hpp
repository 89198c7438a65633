// SPDX-License-Identifier: BSL-1.0
// Prints response heads: status line, automatic fields, the response's own fields.
#pragma once

#include "protocol/request_head.hpp"

#include <frevo/core/fields.hpp>
#include <frevo/core/status.hpp>

#include <cstdint>
#include <string_view>

namespace frevo::detail {

class output_buffer;

/// What the writer needs to know besides the fields.
struct response_head
{
    frevo::status status = frevo::status::ok;
    std::string_view reason;               ///< empty: the registered phrase
    std::string_view content_type;         ///< empty: none
    const frevo::fields* fields = nullptr; ///< may be null; Content-Length, Transfer-Encoding,
                                           ///< Connection, Date in it are handled, see write_head
    std::uint64_t body_size = 0;
    bool body_known = true; ///< false: length unknown (chunked to 1.1, close-delimited to 1.0)
};

/// How the exchange stands on its connection.
struct response_context
{
    http_version version = http_version::http_1_1;
    frevo::method method = frevo::method::get;
    bool keep_alive =
        true; ///< may be turned off by the writer, for example for a close-delimited body
};

/// Appends the head to `out`: status line, Date (unless the fields hold one; none for 1xx),
/// Content-Type, the fields, Content-Length or Transfer-Encoding, Connection, the empty line.
///
/// Framing: none for 1xx, 204 and a 2xx to CONNECT; for HEAD and 304 the length a GET would have (a
/// 304 of size 0 says nothing); a 205 is empty. An unknown length is chunked, or closes to
/// HTTP/1.0. Content-Length, Transfer-Encoding and Keep-Alive in the fields are left out: the
/// framework frames. `Connection: close` in the fields closes; options other than close and
/// keep-alive stay, for upgrades. Connection: `close` when it closes, `keep-alive` only to HTTP/1.0
/// clients that keep alive. A reason or content type with control characters is not printed.
///
/// Returns whether a body may follow (no for HEAD, 1xx, 204, 205, 304 and tunnels).
/// Errors: `std::bad_alloc`; nothing has been appended then.
/// Source: RFC 9110 sections 6.6.1 and 8.6, RFC 9112 sections 6.1, 6.3 and 9.3.
bool write_head(
    output_buffer& out, const response_head& head, response_context& context,
    std::string_view date);

} // namespace frevo::detail
