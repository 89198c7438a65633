// SPDX-License-Identifier: BSL-1.0
// Tests of llhttp's adapter.

#include "protocol/request_parser.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

constexpr std::string_view sample = "GET /abc HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n";

void start(request_parser& parser, request_head& head, std::size_t most_fields = 100)
{
    head.clear();
    head.method_text = {0, 3};
    parser.start(head, most_fields);
}

} // namespace

TEST_CASE("the parser stops behind the head, however much follows")
{
    request_parser parser;
    request_head head;
    const std::string text = std::string{sample} + "GET /next";
    for (int round = 0; round < 2; ++round) {
        start(parser, head);
        const char* base = text.data();
        CHECK(parser.feed(base, base, base + text.size()) == parse_state::complete);
        CHECK(parser.position() == sample.size());
        CHECK(head.target.in(base) == "/abc");
    }
}

TEST_CASE("a head may move while it comes in byte by byte")
{
    request_parser parser;
    request_head head;
    start(parser, head);
    for (std::size_t size = 1; size <= sample.size(); ++size) {
        CAPTURE(size);
        const auto block = std::make_unique<char[]>(size);
        std::memcpy(block.get(), sample.data(), size);
        const char* end = block.get() + size;
        const bool last = size == sample.size();
        REQUIRE(
            parser.feed(block.get(), end - 1, end) ==
            (last ? parse_state::complete : parse_state::incomplete));
        if (last)
            CHECK(head.target.in(block.get()) == "/abc");
    }
}

TEST_CASE("upgrades and CONNECT do not make llhttp run on")
{
    request_parser parser;
    request_head head;
    start(parser, head);
    const std::string_view upgrade =
        "GET / HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nbytes";
    const char* base = upgrade.data();
    CHECK(parser.feed(base, base, base + upgrade.size()) == parse_state::complete);
    CHECK(parser.position() == upgrade.size() - 5);
}

TEST_CASE("a failure stays, and says how many bytes tell it")
{
    request_parser parser;
    request_head head;
    start(parser, head);
    const std::string_view text = "GET / HTTP/1.1\r\nX Y: z\r\n\r\n";
    const char* base = text.data();
    CHECK(parser.feed(base, base, base + text.size()) == parse_state::failed);
    CHECK(parser.position() > 17);
    CHECK(parser.position() <= 20);
    CHECK(parser.feed(base, base, base + text.size()) == parse_state::failed);
}

TEST_CASE("HTTP/0.9 and a second blank fail at once")
{
    for (const std::string_view text : {"GET /x\r\n", "GET /x\n", "GET  /x HTTP/1.1\r\n"}) {
        CAPTURE(text);
        request_parser parser;
        request_head head;
        start(parser, head);
        const char* base = text.data();
        CHECK(parser.feed(base, base, base + text.size()) == parse_state::failed);
    }
}

TEST_CASE("the number of fields is bounded")
{
    request_parser parser;
    request_head head;
    const char* base = sample.data();
    start(parser, head, 2);
    CHECK(parser.feed(base, base, base + sample.size()) == parse_state::complete);
    start(parser, head, 1);
    CHECK(parser.feed(base, base, base + sample.size()) == parse_state::failed);
}
