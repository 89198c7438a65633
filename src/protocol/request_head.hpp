// SPDX-License-Identifier: BSL-1.0
// A parsed request head: offsets from its first byte, so that it can move with its block until it
// is complete.
#pragma once

#include <frevo/core/fields.hpp>
#include <frevo/core/method.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// A stretch of the head.
struct span_in_head
{
    std::uint32_t offset = 0;
    std::uint32_t size = 0;

    std::string_view in(const char* base) const noexcept { return {base + offset, size}; }
};

/// The four forms of a request target. Source: RFC 9112 section 3.2.
enum class target_form : std::uint8_t
{
    origin,
    absolute,
    authority,
    asterisk
};

/// The versions that get past the parser. Source: RFC 9112 section 2.3.
enum class http_version : std::uint8_t
{
    http_1_0,
    http_1_1
};

/// How the end of the body is found. Source: RFC 9112 section 6.3.
enum class body_framing : std::uint8_t
{
    none,
    length,
    chunked
};

struct request_head
{
    span_in_head method_text;
    span_in_head target;
    span_in_head
        path; ///< raw, starts with '/' (an absolute form without a path gets size 0: means "/")
    span_in_head query;     ///< raw, without '?'
    span_in_head authority; ///< of an absolute or authority form, else the Host value
    frevo::method method = frevo::method::unknown;
    target_form form = target_form::origin;
    http_version version = http_version::http_1_1;
    body_framing framing = body_framing::none;
    bool has_query = false;
    bool keep_alive = true; ///< what the request asks for, version included
    bool expects_continue = false;
    bool unknown_expectation = false; ///< an Expect value other than 100-continue: 417
    std::uint64_t content_length = 0; ///< with body_framing::length
    std::uint32_t size = 0;           ///< bytes of the whole head, the empty line included
    std::vector<field_entry> fields;  ///< keeps its capacity from request to request

    void clear() noexcept
    {
        std::vector<field_entry> kept = std::move(fields);
        kept.clear();
        *this = request_head{};
        fields = std::move(kept);
    }
};

} // namespace frevo::detail
