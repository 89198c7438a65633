// SPDX-License-Identifier: BSL-1.0
// Reads a whole request head by the letter of the grammar.

#include "protocol/head_reader.hpp"

#include "protocol/control_scan.hpp"
#include "protocol/target.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace frevo::detail {

namespace {

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t';
}

bool is_line_end(const char* at, const char* end) noexcept
{
    return end - at >= 2 && std::memcmp(at, "\r\n", 2) == 0;
}

std::uint32_t distance(const char* from, const char* to) noexcept
{
    return static_cast<std::uint32_t>(to - from);
}

void note(noted_field& field, std::uint32_t index) noexcept
{
    if (field.count++ == 0)
        field.first = index;
}

void note(noted_fields& noted, field id, std::uint32_t index) noexcept
{
    switch (id) {
    case field::host:
        return note(noted.host, index);
    case field::content_length:
        return note(noted.content_length, index);
    case field::transfer_encoding:
        return note(noted.transfer_encoding, index);
    case field::connection:
        return note(noted.connection, index);
    case field::expect:
        return note(noted.expect, index);
    default:
        break;
    }
}

/// Reads the target and returns where it ends, or nullptr.
const char* read_target(const char* base, const char* end, request_head& head) noexcept
{
    const char* begin = base + head.method_text.size + 1;
    if (end - begin < 1 || begin[-1] != ' ')
        return nullptr;
    const char* at = begin;
    const bool is_origin = *at == '/' && head.method != method::connect;
    if (is_origin) {
        at = read_origin_form(base, at, end, head);
    } else {
        while (at != end && is_target_char(*at))
            ++at;
    }
    head.target = {distance(base, begin), distance(begin, at)};
    if (at == end || (!is_origin && parse_target(base, head) != rejection::none))
        return nullptr;
    return at;
}

/// Reads the request line and returns where the next line begins, or nullptr.
const char* read_request_line(const char* base, const char* end, request_head& head) noexcept
{
    constexpr std::string_view version = " HTTP/1.";
    const char* at = read_target(base, end, head);
    if (at == nullptr || end - at < version_size + 2)
        return nullptr;
    if (std::memcmp(at, version.data(), version.size()) != 0)
        return nullptr;
    const char minor = at[version.size()];
    if ((minor != '0' && minor != '1') || !is_line_end(at + version_size, end))
        return nullptr;
    head.version = minor == '1' ? http_version::http_1_1 : http_version::http_1_0;
    return at + version_size + 2;
}

/// Reads the line at `at`, which is not the empty one, and returns where the next begins, or
/// nullptr.
const char*
read_field_line(const char* base, const char* at, const char* end, field_entry& line) noexcept
{
    const char* colon = find_colon(at, end);
    if (colon == end || colon - at > static_cast<std::ptrdiff_t>(longest_name))
        return nullptr;
    const std::string_view name{at, static_cast<std::size_t>(colon - at)};
    line.id = parse_field(name); // a known name is a token
    if (line.id == field::unknown && !is_token(name))
        return nullptr;
    line.name_offset = distance(base, at);
    line.name_size = static_cast<std::uint16_t>(name.size());

    const char* value = colon + 1;
    while (value != end && is_blank(*value))
        ++value;
    const char* value_end = find_control(value, end);
    if (!is_line_end(value_end, end))
        return nullptr;
    const char* next = value_end + 2;
    while (value_end != value && is_blank(value_end[-1]))
        --value_end;
    line.value_offset = distance(base, value);
    line.value_size = distance(value, value_end);
    return next;
}

} // namespace

std::size_t longest_head(std::uint32_t target_end, const limits& bounds) noexcept
{
    constexpr std::size_t line_end = 2;
    if (target_end == 0)
        return std::min(bounds.request_line, largest_head) + line_end;
    const std::size_t fields_begin = target_end + version_size + line_end;
    return fields_begin + std::min(bounds.fields_size, largest_head) + line_end;
}

std::uint32_t read_head(
    const char* base, const char* end, const limits& bounds, request_head& head,
    noted_fields& noted) noexcept
{
    const char* at = read_request_line(base, end, head);
    if (at == nullptr)
        return 0;
    const std::uint32_t target_end = head.target.offset + head.target.size;
    if (target_end + version_size > bounds.request_line)
        return 0;

    for (std::uint32_t index = 0; at != end && *at != '\r'; ++index) {
        if (index >= bounds.field_count)
            return 0;
        field_entry& line = head.fields.emplace_back();
        at = read_field_line(base, at, end, line);
        if (at == nullptr)
            return 0;
        note(noted, line.id, index);
        const bool is_length =
            line.id == field::content_length || line.id == field::transfer_encoding;
        if (is_length && base[line.value_offset + line.value_size] != '\r')
            noted.blank_behind_length = true;
    }
    if (!is_line_end(at, end))
        return 0;
    const std::uint32_t size = distance(base, at) + 2;
    if (size > longest_head(target_end, bounds))
        return 0;
    head.size = size;
    return size;
}

} // namespace frevo::detail
