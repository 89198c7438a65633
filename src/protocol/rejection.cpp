// SPDX-License-Identifier: BSL-1.0
// The table of refusals: what the client is told, and which rule says so.

#include "protocol/rejection.hpp"

#include <frevo/config.hpp>

#include <array>
#include <cstddef>

namespace frevo::detail {

namespace {

using enum rejection;

// In the order of the enumerators: a reason is its own index.
constexpr std::array table{
    rejection_info{none, "none", status::ok, "", ""},
    rejection_info{
        malformed_request_line, "malformed_request_line", status::bad_request,
        "The request line is not of the form: method, target, version.", "RFC 9112 section 3"},
    rejection_info{
        request_line_too_long, "request_line_too_long", status::uri_too_long,
        "The request line is longer than this server accepts.", "RFC 9112 section 3"},
    rejection_info{
        invalid_target, "invalid_target", status::bad_request,
        "The request target is not valid, or not of a form that goes with the method.",
        "RFC 9112 section 3.2"},
    rejection_info{
        unsupported_version, "unsupported_version", status::http_version_not_supported,
        "This server speaks HTTP/1.1 and HTTP/1.0.", "RFC 9110 section 15.6.6"},
    rejection_info{
        unknown_method, "unknown_method", status::not_implemented,
        "This server does not know the request method.", "RFC 9110 section 9.1"},
    rejection_info{
        missing_host, "missing_host", status::bad_request, "The request has no Host field.",
        "RFC 9112 section 3.2"},
    rejection_info{
        repeated_host, "repeated_host", status::bad_request,
        "The request has more than one Host field.", "RFC 9112 section 3.2"},
    rejection_info{
        invalid_host, "invalid_host", status::bad_request,
        "The Host field is not a host with an optional port.", "RFC 9112 section 3.2"},
    rejection_info{
        invalid_field, "invalid_field", status::bad_request,
        "A field line is not of the form: name, colon, value.", "RFC 9112 section 5.1"},
    rejection_info{
        obsolete_folding, "obsolete_folding", status::bad_request,
        "A field line is continued on the next line.", "RFC 9112 section 5.2"},
    rejection_info{
        bare_line_end, "bare_line_end", status::bad_request,
        "A line ends with something other than CR LF.", "RFC 9112 section 2.2"},
    rejection_info{
        too_many_fields, "too_many_fields", status::request_header_fields_too_large,
        "The request has more field lines than this server accepts.", "RFC 6585 section 5"},
    rejection_info{
        fields_too_large, "fields_too_large", status::request_header_fields_too_large,
        "The field lines are together larger than this server accepts.", "RFC 6585 section 5"},
    rejection_info{
        invalid_content_length, "invalid_content_length", status::bad_request,
        "Content-Length is not one decimal number.", "RFC 9110 section 8.6"},
    rejection_info{
        invalid_transfer_encoding, "invalid_transfer_encoding", status::bad_request,
        "Transfer-Encoding does not end in one chunked coding, or the version has no such field.",
        "RFC 9112 section 6.3"},
    rejection_info{
        conflicting_framing, "conflicting_framing", status::bad_request,
        "The request has both Content-Length and Transfer-Encoding.", "RFC 9112 section 6.3"},
    rejection_info{
        unsupported_transfer_coding, "unsupported_transfer_coding", status::not_implemented,
        "This server knows no transfer coding but chunked.", "RFC 9112 section 6.1"},
    rejection_info{
        invalid_chunk, "invalid_chunk", status::bad_request, "The chunked body is malformed.",
        "RFC 9112 section 7.1"},
    rejection_info{
        chunk_extensions_too_large, "chunk_extensions_too_large", status::bad_request,
        "The chunk extensions are larger than this server accepts.", "RFC 9112 section 7.1.1"},
    rejection_info{
        invalid_trailer, "invalid_trailer", status::bad_request,
        "A trailer line is not of the form: name, colon, value.", "RFC 9112 section 7.1.2"},
    rejection_info{
        trailers_too_large, "trailers_too_large", status::request_header_fields_too_large,
        "The trailer section is larger than this server accepts.", "RFC 9112 section 7.1.2"},
    rejection_info{
        body_too_large, "body_too_large", status::content_too_large,
        "The request body is larger than accepted here.", "RFC 9110 section 15.5.14"},
    rejection_info{
        unknown_expectation, "unknown_expectation", status::expectation_failed,
        "The only expectation this server meets is 100-continue.", "RFC 9110 section 10.1.1"},
    rejection_info{
        head_timeout, "head_timeout", status::request_timeout,
        "The request head did not arrive in time.", "RFC 9110 section 15.5.9"},
    rejection_info{
        body_timeout, "body_timeout", status::request_timeout,
        "The request body did not arrive in time.", "RFC 9110 section 15.5.9"},
};

constexpr bool in_order() noexcept
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (static_cast<std::size_t>(table[i].reason) != i)
            return false;
    }
    return true;
}

static_assert(in_order());
static_assert(table.back().reason == body_timeout, "every enumerator needs its row");

} // namespace

const rejection_info& describe(rejection reason) noexcept
{
    FREVO_ASSERT(static_cast<std::size_t>(reason) < table.size());
    return table[static_cast<std::size_t>(reason)];
}

std::span<const rejection_info> all_rejections() noexcept
{
    return std::span{table}.subspan(1);
}

} // namespace frevo::detail
