// SPDX-License-Identifier: BSL-1.0
// The field names frevo knows, as numbers that compare in one instruction.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frevo {

/// A known field name. Names outside this list are `unknown` and are compared as text.
///
/// Source: the field name registry of RFC 9110 section 16.3.1, and names in wide use.
enum class field : std::uint16_t
{
    unknown,
    accept,
    accept_ch,
    accept_charset,
    accept_encoding,
    accept_language,
    accept_patch,
    accept_post,
    accept_ranges,
    access_control_allow_credentials,
    access_control_allow_headers,
    access_control_allow_methods,
    access_control_allow_origin,
    access_control_expose_headers,
    access_control_max_age,
    access_control_request_headers,
    access_control_request_method,
    age,
    allow,
    alt_svc,
    authorization,
    cache_control,
    clear_site_data,
    connection,
    content_disposition,
    content_encoding,
    content_language,
    content_length,
    content_location,
    content_range,
    content_security_policy,
    content_security_policy_report_only,
    content_type,
    cookie,
    cross_origin_embedder_policy,
    cross_origin_opener_policy,
    cross_origin_resource_policy,
    date,
    deprecation,
    dnt,
    early_data,
    etag,
    expect,
    expires,
    forwarded,
    from,
    host,
    idempotency_key,
    if_match,
    if_modified_since,
    if_none_match,
    if_range,
    if_unmodified_since,
    keep_alive,
    last_event_id,
    last_modified,
    link,
    location,
    max_forwards,
    origin,
    permissions_policy,
    pragma,
    prefer,
    preference_applied,
    priority,
    proxy_authenticate,
    proxy_authorization,
    proxy_connection,
    range,
    referer,
    referrer_policy,
    retry_after,
    sec_fetch_dest,
    sec_fetch_mode,
    sec_fetch_site,
    sec_fetch_user,
    sec_websocket_accept,
    sec_websocket_extensions,
    sec_websocket_key,
    sec_websocket_protocol,
    sec_websocket_version,
    server,
    server_timing,
    set_cookie,
    strict_transport_security,
    sunset,
    te,
    traceparent,
    tracestate,
    trailer,
    transfer_encoding,
    upgrade,
    upgrade_insecure_requests,
    user_agent,
    vary,
    via,
    www_authenticate,
    x_content_type_options,
    x_correlation_id,
    x_forwarded_for,
    x_forwarded_host,
    x_forwarded_proto,
    x_frame_options,
    x_http_method_override,
    x_real_ip,
    x_request_id,
    x_requested_with,
    x_xss_protection,
};

/// Number of enumerators of `field`, `unknown` included.
inline constexpr std::size_t field_count = 108;

/// Returns the name in its usual spelling ("Content-Type"), or an empty text for `unknown`.
///
/// Lifetime: static storage.
FREVO_API std::string_view to_string(field id) noexcept;

/// Returns the number of a name, or `unknown`; names compare without regard to case.
///
/// Cost: one multiplication, one table look-up and one comparison, whatever the name.
/// Source: RFC 9110 section 5.1.
FREVO_API field parse_field(std::string_view name) noexcept;

} // namespace frevo
