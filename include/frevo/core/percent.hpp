// SPDX-License-Identifier: BSL-1.0
// Percent-decoding and encoding of the parts of a request target.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace frevo {

/// The part of a URL that a text belongs to: the rules differ.
enum class url_part : std::uint8_t
{
    /// One segment of the path: '+' is a plus sign.
    path,
    /// A name or value of the query, or of a URL-encoded form: '+' is a blank.
    query,
};

/// Tells whether decoding would change the text.
FREVO_API bool needs_decoding(std::string_view text, url_part part) noexcept;

/// Appends the decoded text to `out`; returns false, leaving `out` as it was, for a malformed `%`
/// sequence.
///
/// Any byte may result, NUL, '/' and invalid UTF-8 included; check what the use requires.
/// Source: RFC 3986 section 2.1; for '+' the form encoding of the WHATWG URL standard.
FREVO_API bool percent_decode(std::string_view in, std::string& out, url_part part);

/// Writes the decoded text to `out`, which has room for `in.size()` bytes; returns the size
/// written.
///
/// `out` may be `in.data()`. Errors: nothing is returned for a malformed `%` sequence.
FREVO_API std::optional<std::size_t>
percent_decode_to(std::string_view in, char* out, url_part part) noexcept;

/// Tells whether `encoded` is well formed and decodes to `text`, without writing it anywhere.
FREVO_API bool
percent_equals(std::string_view encoded, std::string_view text, url_part part) noexcept;

/// Appends the encoded text to `out`: one path segment ('/' is encoded), or one name or value of a
/// query.
///
/// A blank becomes "%20" in both, so that every decoder understands it.
/// Source: RFC 3986 sections 2.3, 3.3 and 3.4.
FREVO_API void percent_encode(std::string_view in, std::string& out, url_part part);

/// Returns the encoded text.
FREVO_API std::string percent_encode(std::string_view in, url_part part);

/// Tells whether the text is valid UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
///
/// Source: RFC 3629 section 4.
FREVO_API bool is_valid_utf8(std::string_view text) noexcept;

} // namespace frevo
