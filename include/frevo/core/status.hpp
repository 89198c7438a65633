// SPDX-License-Identifier: BSL-1.0
// The status codes of HTTP with their reason phrases and classes.
#pragma once

#include <frevo/config.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace frevo {

/// A status code. Every registered code has a name; others are made with `make_status`.
///
/// Source: RFC 9110 section 15, RFC 6585, and the registry of RFC 9110 section 16.2.1.
enum class status : std::uint16_t
{
    continue_ = 100,
    switching_protocols = 101,
    processing = 102,
    early_hints = 103,

    ok = 200,
    created = 201,
    accepted = 202,
    non_authoritative_information = 203,
    no_content = 204,
    reset_content = 205,
    partial_content = 206,
    multi_status = 207,
    already_reported = 208,
    im_used = 226,

    multiple_choices = 300,
    moved_permanently = 301,
    found = 302,
    see_other = 303,
    not_modified = 304,
    use_proxy = 305,
    temporary_redirect = 307,
    permanent_redirect = 308,

    bad_request = 400,
    unauthorized = 401,
    payment_required = 402,
    forbidden = 403,
    not_found = 404,
    method_not_allowed = 405,
    not_acceptable = 406,
    proxy_authentication_required = 407,
    request_timeout = 408,
    conflict = 409,
    gone = 410,
    length_required = 411,
    precondition_failed = 412,
    content_too_large = 413,
    uri_too_long = 414,
    unsupported_media_type = 415,
    range_not_satisfiable = 416,
    expectation_failed = 417,
    misdirected_request = 421,
    unprocessable_content = 422,
    locked = 423,
    failed_dependency = 424,
    too_early = 425,
    upgrade_required = 426,
    precondition_required = 428,
    too_many_requests = 429,
    request_header_fields_too_large = 431,
    unavailable_for_legal_reasons = 451,

    internal_server_error = 500,
    not_implemented = 501,
    bad_gateway = 502,
    service_unavailable = 503,
    gateway_timeout = 504,
    http_version_not_supported = 505,
    variant_also_negotiates = 506,
    insufficient_storage = 507,
    loop_detected = 508,
    network_authentication_required = 511,
};

/// Returns the number of a status code.
constexpr unsigned to_int(status code) noexcept
{
    return static_cast<unsigned>(code);
}

/// Returns the status code of a number from 100 to 999, or nothing. Source: RFC 9110 section 15.
constexpr std::optional<status> make_status(unsigned number) noexcept
{
    if (number < 100 || number > 999)
        return std::nullopt;
    return static_cast<status>(number);
}

/// Returns the reason phrase ("Not Found"), or an empty text for a code without a name.
///
/// Lifetime: static storage. Source: RFC 9110 section 15.
FREVO_API std::string_view reason_phrase(status code) noexcept;

/// The same as `reason_phrase`, under the name that all enumerations have.
/// Lifetime: static storage.
inline std::string_view to_string(status code) noexcept
{
    return reason_phrase(code);
}

/// Tells whether the code is 1xx. Source: RFC 9110 section 15.2.
constexpr bool is_informational(status code) noexcept
{
    return to_int(code) / 100 == 1;
}

/// Tells whether the code answers a request: 200 to 599. Source: RFC 9110 section 15.
constexpr bool is_final(status code) noexcept
{
    return to_int(code) >= 200 && to_int(code) <= 599;
}

/// Tells whether the code is 2xx. Source: RFC 9110 section 15.3.
constexpr bool is_successful(status code) noexcept
{
    return to_int(code) / 100 == 2;
}

/// Tells whether the code is 3xx. Source: RFC 9110 section 15.4.
constexpr bool is_redirection(status code) noexcept
{
    return to_int(code) / 100 == 3;
}

/// Tells whether the code is 4xx. Source: RFC 9110 section 15.5.
constexpr bool is_client_error(status code) noexcept
{
    return to_int(code) / 100 == 4;
}

/// Tells whether the code is 5xx. Source: RFC 9110 section 15.6.
constexpr bool is_server_error(status code) noexcept
{
    return to_int(code) / 100 == 5;
}

/// Tells whether the code is 4xx or 5xx.
constexpr bool is_error(status code) noexcept
{
    return is_client_error(code) || is_server_error(code);
}

/// Tells whether a response with this code is framed with a body: all but 1xx, 204 and 304.
///
/// A 205 is framed with a body, which must be empty: see `allows_content`.
/// Source: RFC 9112 section 6.3.
constexpr bool has_body(status code) noexcept
{
    return !is_informational(code) && code != status::no_content && code != status::not_modified;
}

/// Tells whether a response with this code may carry content: what `has_body` says, but not 205.
///
/// Source: RFC 9110 sections 6.4.1 and 15.3.6.
constexpr bool allows_content(status code) noexcept
{
    return has_body(code) && code != status::reset_content;
}

} // namespace frevo
