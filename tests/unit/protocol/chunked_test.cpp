// SPDX-License-Identifier: BSL-1.0
// Tests of the chunked transfer coding's writer.

#include "core/output_buffer.hpp"
#include "protocol/chunked.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

using namespace frevo::detail;

namespace {

std::string text_of(const output_buffer& out)
{
    std::array<output_piece, 8> pieces;
    std::string text;
    const std::size_t count = out.gather(pieces);
    for (std::size_t i = 0; i < count; ++i)
        text.append(pieces[i].data, pieces[i].size);
    return text;
}

} // namespace

TEST_CASE("chunks carry their size in hexadecimal digits")
{
    output_buffer out;
    append_chunk(out, "hello");
    append_chunk(out, {});
    append_chunk(out, std::string(26, 'x'));
    append_last_chunk(out, nullptr);
    CHECK(text_of(out) == "5\r\nhello\r\n1a\r\n" + std::string(26, 'x') + "\r\n0\r\n\r\n");
}

TEST_CASE("a chunk's data may be put in by others")
{
    output_buffer out;
    begin_chunk(out, 0xfedcba9876543210u);
    end_chunk(out);
    CHECK(text_of(out) == "fedcba9876543210\r\n\r\n");
}

TEST_CASE("trailers that frame or route are left out")
{
    output_buffer out;
    frevo::fields trailers;
    trailers.add("X-Sum", "1");
    trailers.add("Content-Length", "5");
    trailers.add("Transfer-Encoding", "chunked");
    trailers.add("Server-Timing", "a");
    append_last_chunk(out, &trailers);
    CHECK(text_of(out) == "0\r\nX-Sum: 1\r\nServer-Timing: a\r\n\r\n");
}
