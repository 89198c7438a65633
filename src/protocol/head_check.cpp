// SPDX-License-Identifier: BSL-1.0
// Proves that a parsed head is exactly what the grammar allows.

#include "protocol/head_check.hpp"

#include "protocol/control_scan.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace frevo::detail {

namespace {

// "GET / HTTP/1.1", its line end and the empty line; one letter would do for a method.
constexpr std::uint32_t smallest_head = 16;

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t';
}

/// Compares two bytes at once.
bool are(const char* at, const char (&two)[3]) noexcept
{
    return std::memcmp(at, two, 2) == 0;
}

bool is_line_end(const char* at) noexcept
{
    return are(at, "\r\n");
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
        note(noted.host, index);
        break;
    case field::content_length:
        note(noted.content_length, index);
        break;
    case field::transfer_encoding:
        note(noted.transfer_encoding, index);
        break;
    case field::connection:
        note(noted.connection, index);
        break;
    case field::expect:
        note(noted.expect, index);
        break;
    default:
        break;
    }
}

/// Checks the request line and returns where the next line begins, or 0.
std::uint32_t check_request_line(const char* base, std::uint32_t size, request_head& head) noexcept
{
    const span_in_head target = head.target;
    const std::uint32_t target_end = target.offset + target.size;
    if (target.size == 0 || target.offset != head.method_text.size + 1)
        return 0;
    if (base[head.method_text.size] != ' ' || target_end + version_size + 4 > size)
        return 0;
    const char* version = base + target_end;
    if (std::memcmp(version, " HTTP/1.", version_size - 1) != 0)
        return 0;
    const char minor = version[version_size - 1];
    if ((minor != '0' && minor != '1') || !is_line_end(version + version_size))
        return 0;
    head.version = minor == '1' ? http_version::http_1_1 : http_version::http_1_0;
    return target_end + version_size + 2;
}

/// Checks a field line that is not of the usual form; see check_field_line.
std::uint32_t
check_odd_line(const char* base, std::uint32_t size, std::uint32_t at, field_entry& line) noexcept
{
    const char* value = base + at + line.name_size;
    if (line.name_size == 0 || *value != ':')
        return 0;
    do
        ++value;
    while (is_blank(*value));
    const auto value_offset = static_cast<std::uint32_t>(value - base);
    if (line.value_size == 0) // llhttp's position of an empty value is of no use
        line.value_offset = value_offset;
    else if (line.value_offset != value_offset)
        return 0;
    // Blanks behind the value belong to llhttp's span, or do not, by version.
    const char* end = value + line.value_size;
    if (end >= base + size)
        return 0;
    const char* line_end = end;
    while (is_blank(*line_end))
        ++line_end;
    if (!is_line_end(line_end))
        return 0;
    while (end != value && is_blank(end[-1]))
        --end;
    line.value_size = static_cast<std::uint32_t>(end - value);
    return static_cast<std::uint32_t>(line_end - base) + 2;
}

/// Checks one field line that must begin at `at` and returns where the next begins, or 0.
///
/// The head ends with a line end, so none of the loops leaves it.
std::uint32_t
check_field_line(const char* base, std::uint32_t size, std::uint32_t at, field_entry& line) noexcept
{
    if (line.name_offset != at)
        return 0;
    // The usual form: one blank behind the colon, none behind the value.
    const std::uint32_t name_end = at + line.name_size;
    const std::uint32_t value_end = line.value_offset + line.value_size;
    if (line.name_size != 0 && line.value_offset == name_end + 2 && line.value_size != 0 &&
        value_end < size && are(base + name_end, ": ") && are(base + value_end, "\r\n") &&
        !is_blank(base[name_end + 2]) && !is_blank(base[value_end - 1])) {
        return value_end + 2;
    }
    return check_odd_line(base, size, at, line);
}

} // namespace

std::size_t longest_head(std::uint32_t target_end, const limits& bounds) noexcept
{
    const std::size_t longest =
        target_end == 0 ? std::min(bounds.request_line, largest_head) + 2
                        : target_end + version_size + 2 + std::min(bounds.fields_size, largest_head) + 2;
    return longest;
}

bool check_head(
    const char* base, std::uint32_t size, const limits& bounds, request_head& head,
    noted_fields& noted) noexcept
{
    if (size < smallest_head || !is_line_end(base + size - 2))
        return false;
    std::uint32_t at = check_request_line(base, size, head);
    if (at == 0 || at - 2 > bounds.request_line)
        return false;
    if (size > longest_head(at - 2 - version_size, bounds))
        return false;

    std::uint32_t index = 0;
    for (field_entry& line : head.fields) {
        at = check_field_line(base, size, at, line);
        if (at == 0)
            return false;
        const std::string_view name{base + line.name_offset, line.name_size};
        line.id = parse_field(name);
        if (line.id == field::unknown) {
            if (!is_token(name))
                return false;
        } else {
            note(noted, line.id, index);
        }
        ++index;
    }
    if (at + 2 != size)
        return false;
    head.size = size;
    // Each line has the two controls of its end, which have been seen above; nothing else has any.
    return has_only_controls(base, size, 2 * (head.fields.size() + 2));
}

} // namespace frevo::detail
