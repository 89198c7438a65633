// SPDX-License-Identifier: BSL-1.0
// Tests of what the fields say about a request as a whole.

#include "protocol/framing.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

struct outcome
{
    rejection reason;
    request_head head;
};

outcome apply(std::string_view lines, bool is_1_0 = false, std::string_view target = "/")
{
    const std::string text = "GET " + std::string{target} +
                             (is_1_0 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n") + std::string{lines} +
                             "\r\n";
    outcome result{rejection::none, {}};
    result.head.method = frevo::method::get;
    result.head.method_text = {0, 3};
    noted_fields noted;
    REQUIRE(
        read_head(text.data(), text.data() + text.size(), frevo::limits{}, result.head, noted) ==
        text.size());
    result.reason = apply_fields(text.data(), noted, result.head);
    return result;
}

} // namespace

TEST_CASE("a Content-Length is digits that fit 64 bits")
{
    CHECK(parse_content_length("0") == 0);
    CHECK(parse_content_length("007") == 7);
    CHECK(parse_content_length("18446744073709551615") == 18446744073709551615u);
    for (const char* wrong :
         {"", "+1", "-1", "1 ", " 1", "0x1", "1.0", "1,1", "18446744073709551616",
          "99999999999999999999999"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_content_length(wrong));
    }
}

TEST_CASE("Host is there once, and may be missing in HTTP/1.0 only")
{
    CHECK(apply("").reason == rejection::missing_host);
    CHECK(apply("", true).reason == rejection::none);
    CHECK(apply("Host: a\r\nHost: a\r\n").reason == rejection::repeated_host);
    CHECK(apply("Host: a b\r\n").reason == rejection::invalid_host);
    CHECK(apply("Host:\r\n").reason == rejection::none);
    CHECK(apply("Host: abc\r\n").head.authority.size == 3);
    CHECK(apply("Host: abc\r\n", false, "http://longer/").head.authority.size == 6);
}

TEST_CASE("the body is framed by one field only")
{
    CHECK(apply("Host: a\r\n").head.framing == body_framing::none);
    const outcome length = apply("Host: a\r\nContent-Length: 12\r\n");
    CHECK(length.head.framing == body_framing::length);
    CHECK(length.head.content_length == 12);
    const std::string chunked = "Host: a\r\nTransfer-Encoding: chunked\r\n";
    CHECK(apply(chunked).head.framing == body_framing::chunked);
    CHECK(apply(chunked, true).reason == rejection::invalid_transfer_encoding);
    CHECK(apply(chunked + "Content-Length: 1\r\n").reason == rejection::conflicting_framing);
    CHECK(
        apply("Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n").reason ==
        rejection::invalid_content_length);
    CHECK(
        apply("Host: a\r\nTransfer-Encoding: br\r\nTransfer-Encoding: chunked\r\n").reason ==
        rejection::unsupported_transfer_coding);
    for (const char* wrong : {"gzip", "chunked, chunked", "chunked, gzip", "chunked,", ""}) {
        CAPTURE(wrong);
        const std::string lines = std::string{"Host: a\r\nTransfer-Encoding: "} + wrong + "\r\n";
        CHECK(apply(lines).reason == rejection::invalid_transfer_encoding);
    }
}

TEST_CASE("keeping a connection alive depends on the version and the options")
{
    struct example
    {
        const char* options;
        bool in_1_1;
        bool in_1_0;
    };
    for (const example& one :
         {example{"keep-alive", true, true}, example{"Keep-Alive", true, true},
          example{"close", false, false}, example{"Close", false, false},
          example{"keep-alive, close", false, false}, example{"x", true, false},
          example{"x,keep-alive", true, true}, example{"", true, false}}) {
        CAPTURE(one.options);
        const std::string lines = std::string{"Host: a\r\nConnection: "} + one.options + "\r\n";
        CHECK(apply(lines).head.keep_alive == one.in_1_1);
        CHECK(apply(lines, true).head.keep_alive == one.in_1_0);
    }
    CHECK(apply("Host: a\r\n").head.keep_alive);
    CHECK_FALSE(apply("Host: a\r\n", true).head.keep_alive);
}

TEST_CASE("an expectation counts when there is a body and the version knows it")
{
    const std::string body = "Host: a\r\nContent-Length: 1\r\nExpect: ";
    CHECK(apply(body + "100-Continue\r\n").head.expects_continue);
    CHECK_FALSE(apply(body + "100-continue\r\n", true).head.expects_continue);
    CHECK_FALSE(apply("Host: a\r\nExpect: 100-continue\r\n").head.expects_continue);
    CHECK(apply(body + "200-ok\r\n").head.unknown_expectation);
    CHECK_FALSE(apply(body + "\r\n").head.unknown_expectation);
    const outcome both = apply(body + "100-continue\r\nExpect: x\r\n");
    CHECK(both.head.expects_continue);
    CHECK(both.head.unknown_expectation);
}
