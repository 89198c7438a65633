// SPDX-License-Identifier: BSL-1.0
// Media types, and the choice between what is offered and what a client accepts.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace frevo {

/// A parsed media type such as `text/html; charset=utf-8`, or a media range such as `text/*`.
///
/// Lifetime: views into the parsed text.
/// Threads: a value.
/// Source: RFC 9110 sections 8.3.1 and 12.5.1.
class FREVO_API media_type
{
public:
    /// Parses a Content-Type value; nothing for a malformed one.
    static std::optional<media_type> parse(std::string_view text) noexcept;

    /// The part before the slash, as written.
    std::string_view type() const noexcept { return type_; }
    /// The part after the slash, as written.
    std::string_view subtype() const noexcept { return subtype_; }
    /// The structured syntax suffix: "json" in `application/problem+json`, or empty.
    /// Source: RFC 6839.
    std::string_view suffix() const noexcept;
    /// The parameters as written, from the first semicolon's right side on; may be empty.
    std::string_view parameters() const noexcept { return parameters_; }

    /// Returns the first parameter of this name, with quotes and escapes removed, or nothing.
    std::optional<std::string> parameter(std::string_view name) const;

    /// Tells whether type and subtype are these ("application/json"); parameters do not matter.
    bool is(std::string_view essence) const noexcept;

    /// Tells whether the range covers this type: "*/*", "text/*" or the same type and subtype.
    /// Parameters do not matter.
    bool matches(const media_type& range) const noexcept;

private:
    std::string_view type_;
    std::string_view subtype_;
    std::string_view parameters_;
};

/// Tells whether a Content-Type value means JSON: `application/json` or any type ending in `+json`.
///
/// Source: RFC 8259 section 11, RFC 6839 section 3.1.
FREVO_API bool is_json(std::string_view content_type) noexcept;

/// Returns the index of the offered media type that an Accept value likes best, or nothing if it
/// likes none.
///
/// Of equally liked offers the first wins. An empty Accept value accepts everything; malformed
/// members of it are skipped. A more specific range overrides a less specific one; offers with
/// parameters match ranges with the same parameters. Source: RFC 9110 section 12.5.1.
FREVO_API std::optional<std::size_t>
negotiate(std::string_view accept, std::span<const std::string_view> offers) noexcept;

/// Returns the index of the offered content coding that an Accept-Encoding value likes best, or
/// nothing.
///
/// Offers are codings such as "gzip"; "identity" stands for no coding, and is acceptable unless
/// refused. Of equally liked offers the first wins. An empty value accepts only "identity".
/// Source: RFC 9110 section 12.5.3.
FREVO_API std::optional<std::size_t> negotiate_coding(
    std::string_view accept_encoding, std::span<const std::string_view> offers) noexcept;

} // namespace frevo
