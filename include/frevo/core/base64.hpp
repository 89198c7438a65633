// SPDX-License-Identifier: BSL-1.0
// Base64 in its two alphabets.
#pragma once

#include <frevo/config.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace frevo {

/// Which 64 characters are used, and whether the text is padded.
enum class base64_alphabet : std::uint8_t
{
    /// '+' and '/', padded with '='. Source: RFC 4648 section 4.
    standard,
    /// '-' and '_', without padding. Source: RFC 4648 section 5.
    url,
};

/// Appends the encoded bytes to `out`.
FREVO_API void base64_encode(std::string_view bytes, std::string& out, base64_alphabet alphabet);

/// Returns the encoded bytes.
FREVO_API std::string base64_encode(std::string_view bytes, base64_alphabet alphabet);

/// Appends the decoded bytes to `out`; returns false, leaving `out` as it was, for malformed text.
///
/// Strict: the alphabet's characters and padding exactly, no line ends, unused bits zero. So every
/// byte sequence has exactly one text.
FREVO_API bool base64_decode(std::string_view text, std::string& out, base64_alphabet alphabet);

/// Returns the decoded bytes, or nothing for malformed text. As above.
FREVO_API std::optional<std::string> base64_decode(std::string_view text, base64_alphabet alphabet);

} // namespace frevo
