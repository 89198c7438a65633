// SPDX-License-Identifier: BSL-1.0
// What the noted fields say about a request as a whole: its host, its body, its connection.

#include "protocol/framing.hpp"

#include "protocol/target.hpp"

#include <frevo/core/ascii.hpp>

#include <limits>

namespace frevo::detail {

namespace {

std::string_view value_of(const char* base, const field_entry& line) noexcept
{
    return {base + line.value_offset, line.value_size};
}

/// Calls `visit(element)` for the elements of a comma-separated list, blanks trimmed, empty ones
/// too.
template <class Visit>
void each_element(std::string_view list, Visit visit)
{
    for (;;) {
        const std::size_t comma = list.find(',');
        visit(trim_ows(list.substr(0, comma)));
        if (comma == std::string_view::npos)
            return;
        list.remove_prefix(comma + 1);
    }
}

/// The same for the lists of all lines of a name together.
template <class Visit>
void each_element(
    const char* base, const request_head& head, const noted_field& noted, field id, Visit visit)
{
    std::uint32_t left = noted.count;
    for (std::uint32_t i = noted.first; left != 0; ++i) {
        const field_entry& line = head.fields[i];
        if (line.id != id)
            continue;
        each_element(value_of(base, line), visit);
        --left;
    }
}

rejection apply_host(const char* base, const noted_field& noted, request_head& head) noexcept
{
    if (noted.count == 0)
        return head.version == http_version::http_1_0 ? rejection::none : rejection::missing_host;
    if (noted.count > 1)
        return rejection::repeated_host;
    const field_entry& line = head.fields[noted.first];
    // Empty is what a target without an authority asks for. Source: RFC 9112 section 3.2.
    if (line.value_size != 0 && !is_authority(value_of(base, line)))
        return rejection::invalid_host;
    // The target's authority replaces the field's. Source: RFC 9112 section 3.2.2.
    if (head.form == target_form::origin || head.form == target_form::asterisk)
        head.authority = {line.value_offset, line.value_size};
    return rejection::none;
}

/// Decides about a Transfer-Encoding that is not one line with the one word "chunked".
rejection
refuse_codings(const char* base, const noted_fields& noted, const request_head& head) noexcept
{
    std::uint32_t chunked = 0;
    bool empty = false;
    std::string_view last;
    each_element(
        base, head, noted.transfer_encoding, field::transfer_encoding,
        [&](std::string_view coding) {
            empty = empty || coding.empty();
            chunked += equals_ignore_case(coding, "chunked") ? 1 : 0;
            last = coding;
        });
    const bool ends_well = equals_ignore_case(last, "chunked") && chunked == 1 && !empty;
    return ends_well ? rejection::unsupported_transfer_coding
                     : rejection::invalid_transfer_encoding;
}

rejection
apply_transfer_encoding(const char* base, const noted_fields& noted, request_head& head) noexcept
{
    // Source: RFC 9112 section 6.3, points 3 and 4; 6.1 for HTTP/1.0.
    if (noted.content_length.count != 0)
        return rejection::conflicting_framing;
    if (head.version == http_version::http_1_0)
        return rejection::invalid_transfer_encoding;
    const std::string_view value = value_of(base, head.fields[noted.transfer_encoding.first]);
    if (noted.transfer_encoding.count != 1 || !equals_ignore_case(value, "chunked"))
        return refuse_codings(base, noted, head);
    head.framing = body_framing::chunked;
    return rejection::none;
}

rejection
apply_content_length(const char* base, const noted_field& noted, request_head& head) noexcept
{
    // A list of equal numbers may be merged or refused; refusing leaves no two readings.
    // Source: RFC 9112 section 6.3, point 5.
    if (noted.count != 1)
        return rejection::invalid_content_length;
    const auto length = parse_content_length(value_of(base, head.fields[noted.first]));
    if (!length)
        return rejection::invalid_content_length;
    head.framing = body_framing::length;
    head.content_length = *length;
    return rejection::none;
}

void apply_connection(const char* base, const noted_field& noted, request_head& head) noexcept
{
    bool close = false;
    bool keep_alive = false;
    const std::string_view value = value_of(base, head.fields[noted.first]);
    if (noted.count == 1 && (value == "keep-alive" || value == "close")) { // nearly always
        head.keep_alive = value != "close";
        return;
    }
    each_element(base, head, noted, field::connection, [&](std::string_view option) {
        close = close || equals_ignore_case(option, "close");
        keep_alive = keep_alive || equals_ignore_case(option, "keep-alive");
    });
    head.keep_alive = !close && (head.version == http_version::http_1_1 || keep_alive);
}

void apply_expect(const char* base, const noted_field& noted, request_head& head) noexcept
{
    // HTTP/1.0 has no interim responses. Source: RFC 9110 section 10.1.1.
    if (head.version == http_version::http_1_0)
        return;
    each_element(base, head, noted, field::expect, [&](std::string_view expectation) {
        if (equals_ignore_case(expectation, "100-continue"))
            head.expects_continue = true;
        else if (!expectation.empty())
            head.unknown_expectation = true;
    });
    // Nothing waits for the 100 when no body is announced.
    if (head.framing == body_framing::none)
        head.expects_continue = false;
}

} // namespace

std::optional<std::uint64_t> parse_content_length(std::string_view text) noexcept
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (text.empty())
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : text) {
        if (!is_digit(c))
            return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (number > (most - digit) / 10)
            return std::nullopt;
        number = number * 10 + digit;
    }
    return number;
}

rejection apply_fields(const char* base, const noted_fields& noted, request_head& head) noexcept
{
    rejection reason = apply_host(base, noted.host, head);
    if (reason != rejection::none)
        return reason;
    if (noted.transfer_encoding.count != 0)
        reason = apply_transfer_encoding(base, noted, head);
    else if (noted.content_length.count != 0)
        reason = apply_content_length(base, noted.content_length, head);
    if (reason != rejection::none)
        return reason;
    if (noted.connection.count != 0)
        apply_connection(base, noted.connection, head);
    else
        head.keep_alive = head.version == http_version::http_1_1;
    if (noted.expect.count != 0)
        apply_expect(base, noted.expect, head);
    return rejection::none;
}

} // namespace frevo::detail
