// SPDX-License-Identifier: BSL-1.0
// Tests of the chunked transfer coding's reader.

#include "protocol/chunk_decoder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

struct outcome
{
    chunk_decoder::outcome last = chunk_decoder::outcome::need_more;
    std::string body;
    std::string_view rest;
    rejection why = rejection::none;
    std::uint64_t announced = 0;
};

outcome decode(std::string_view input, std::uint64_t most = 1000, const frevo::limits& bounds = {})
{
    chunk_decoder decoder;
    decoder.start();
    outcome result;
    result.rest = input;
    for (;;) {
        std::array<std::string_view, 2> pieces;
        std::size_t count = 0;
        std::size_t consumed = 0;
        result.last = decoder.decode(result.rest, bounds, most, pieces, count, consumed);
        for (std::size_t i = 0; i < count; ++i)
            result.body += pieces[i];
        result.rest.remove_prefix(consumed);
        if (result.last != chunk_decoder::outcome::full)
            break;
    }
    result.why = decoder.why();
    result.announced = decoder.announced();
    return result;
}

} // namespace

TEST_CASE("chunks are joined and what follows the body is left")
{
    const outcome result = decode("3\r\nabc\r\nA\r\n0123456789\r\n1\r\nx\r\n0\r\nT: 1\r\n\r\nnext");
    CHECK(result.last == chunk_decoder::outcome::done);
    CHECK(result.body == "abc0123456789x");
    CHECK(result.rest == "next");
    CHECK(result.announced == 14);
}

TEST_CASE("an unfinished body needs more at every place")
{
    const std::string_view body = "3;a=\"b\\\"\";c\r\nabc\r\n0\r\nT: 1\r\n\r\n";
    for (std::size_t size = 0; size < body.size(); ++size) {
        CAPTURE(size);
        const outcome result = decode(body.substr(0, size));
        CHECK(result.last == chunk_decoder::outcome::need_more);
        CHECK(result.rest.empty());
    }
    CHECK(decode(body).last == chunk_decoder::outcome::done);
}

TEST_CASE("a chunk over the limit is refused when its size is known")
{
    CHECK(decode("5\r\nabcde\r\n0\r\n\r\n", 5).last == chunk_decoder::outcome::done);
    const outcome over = decode("3\r\nabc\r\n3\r\n", 5);
    CHECK(over.last == chunk_decoder::outcome::failed);
    CHECK(over.why == rejection::body_too_large);
    CHECK(over.body == "abc");
    CHECK(decode("FFFFFFFFFFFFFFFF\r\n", 5).why == rejection::body_too_large);
    CHECK(
        decode("1\r\na\r\nFFFFFFFFFFFFFFFF\r\n", ~std::uint64_t{0}).why ==
        rejection::body_too_large);
}

TEST_CASE("sizes have at most 16 digits")
{
    CHECK(decode("0000000000000001\r\na\r\n0\r\n\r\n").body == "a");
    CHECK(decode("00000000000000001\r\na\r\n").why == rejection::invalid_chunk);
}

TEST_CASE("every byte between chunks that does not belong there is refused")
{
    for (const char* wrong :
         {"x", " 1", "1 \r", "1\n", "1\ra", "1\r\naX", "1\r\na\n", "1\r\na\rX", "1;\r", "1;a \r",
          "1;a=\r", "1;a=b c", "1;a=\"b\n", "1;a=\"\\\r", "1;a=\"b\"c", "1;=b", "1 x", "\r\n"}) {
        CAPTURE(wrong);
        const outcome result = decode(wrong);
        CHECK(result.last == chunk_decoder::outcome::failed);
        CHECK(result.why == rejection::invalid_chunk);
    }
    for (const char* wrong :
         {" a: b", ":", "a b", "a\r", "a: b\n", "a: b\rX", "a: \x01", "\rX", "\n"}) {
        CAPTURE(wrong);
        const outcome result = decode(std::string{"0\r\n"} + wrong);
        CHECK(result.last == chunk_decoder::outcome::failed);
        CHECK(result.why == rejection::invalid_trailer);
    }
}

TEST_CASE("extensions and trailers are bounded over the whole body")
{
    frevo::limits bounds;
    bounds.chunk_extensions = 4;
    CHECK(decode("1;a\r\nx\r\n1;a\r\nx\r\n0\r\n\r\n", 9, bounds).body == "xx");
    CHECK(
        decode("1;a\r\nx\r\n1;a\r\nx\r\n0;\r\n", 9, bounds).why ==
        rejection::chunk_extensions_too_large);
    bounds.trailers = 10;
    CHECK(decode("0\r\na:1\r\nb:2\r\n\r\n", 9, bounds).last == chunk_decoder::outcome::done);
    CHECK(decode("0\r\na:1\r\nb:22\r\n\r\n", 9, bounds).why == rejection::trailers_too_large);
}
