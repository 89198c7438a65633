// SPDX-License-Identifier: BSL-1.0
// Writes the chunked transfer coding around the pieces of a streamed body.

#include "protocol/chunked.hpp"

#include "core/output_buffer.hpp"

#include <frevo/config.hpp>
#include <frevo/core/field.hpp>

#include <array>
#include <charconv>

namespace frevo::detail {

namespace {

constexpr std::string_view line_end = "\r\n";

bool may_trail(field id) noexcept
{
    switch (id) {
    case field::transfer_encoding:
    case field::content_length:
    case field::content_encoding:
    case field::content_type:
    case field::content_range:
    case field::host:
    case field::connection:
    case field::trailer:
    case field::te:
    case field::upgrade:
    case field::authorization:
    case field::set_cookie:
    case field::cache_control:
    case field::date:
    case field::location:
    case field::vary:
        return false;
    default:
        return true;
    }
}

} // namespace

void begin_chunk(output_buffer& out, std::uint64_t size)
{
    FREVO_ASSERT(size != 0);
    std::array<char, 18> line; // 16 digits and the line end
    const auto digits = std::to_chars(line.data(), line.data() + 16, size, 16);
    digits.ptr[0] = '\r';
    digits.ptr[1] = '\n';
    out.append({line.data(), static_cast<std::size_t>(digits.ptr + 2 - line.data())});
}

void end_chunk(output_buffer& out)
{
    out.append(line_end);
}

void append_chunk(output_buffer& out, std::string_view data)
{
    if (data.empty())
        return;
    begin_chunk(out, data.size());
    out.append(data);
    end_chunk(out);
}

void append_last_chunk(output_buffer& out, const frevo::fields* trailers)
{
    out.append("0\r\n");
    if (trailers != nullptr) {
        trailers->for_each([&out](std::string_view name, std::string_view value) {
            if (!may_trail(parse_field(name)))
                return;
            out.append(name);
            out.append(": ");
            out.append(value);
            out.append(line_end);
        });
    }
    out.append(line_end);
}

} // namespace frevo::detail
