// SPDX-License-Identifier: BSL-1.0
// Tests of media types and of negotiation.
#include <frevo/core/media_type.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace frevo;

namespace {

using offers = std::vector<std::string_view>;

std::string best(std::string_view accept, const offers& offered)
{
    const auto index = negotiate(accept, offered);
    return index ? std::string{offered[*index]} : "none";
}

std::string best_coding(std::string_view accept, const offers& offered)
{
    const auto index = negotiate_coding(accept, offered);
    return index ? std::string{offered[*index]} : "none";
}

} // namespace

TEST_CASE("a media type is taken apart")
{
    const auto html = media_type::parse("Text/HTML; Charset=\"utf-8\"; a=b");
    REQUIRE(html);
    CHECK(html->type() == "Text");
    CHECK(html->subtype() == "HTML");
    CHECK(html->is("text/html"));
    CHECK_FALSE(html->is("text/htm"));
    CHECK_FALSE(html->is("text/htmlx"));
    CHECK_FALSE(html->is("texthtml"));
    CHECK_FALSE(html->is(""));
    CHECK(html->parameter("charset") == "utf-8");
    CHECK(html->parameter("A") == "b");
    CHECK_FALSE(html->parameter("b"));
    CHECK(html->suffix().empty());
    CHECK(media_type::parse("application/problem+json")->suffix() == "json");
    CHECK(media_type::parse("application/vnd.a+b+xml")->suffix() == "xml");
    CHECK(media_type::parse(" text/plain ")->parameters().empty());
}

TEST_CASE("parameters may have blanks around semicolons, and may be missing")
{
    for (const std::string_view text :
         {"a/b;c=d", "a/b ;c=d", "a/b; c=d", "a/b\t;\tc=d ", "a/b;;c=d", "a/b; c=d;"}) {
        CAPTURE(text);
        const auto type = media_type::parse(text);
        REQUIRE(type);
        CHECK(type->parameter("c") == "d");
    }
    CHECK(media_type::parse("a/b;"));
}

TEST_CASE("a quoted parameter may hold anything, with escapes")
{
    const auto type = media_type::parse(R"(a/b; c="x; d=\"y\" \\"; e="")");
    REQUIRE(type);
    CHECK(type->parameter("c") == R"(x; d="y" \)");
    CHECK_FALSE(type->parameter("d"));
    CHECK(type->parameter("e") == "");
    CHECK(
        media_type::parse("multipart/form-data; boundary=----x1")->parameter("boundary") ==
        "----x1");
}

TEST_CASE("the first of two equal parameters counts")
{
    CHECK(media_type::parse("a/b; c=1; C=2")->parameter("c") == "1");
}

TEST_CASE("malformed media types are refused")
{
    for (const std::string_view text :
         {"",
          "/",
          "text",
          "text/",
          "/html",
          "text /html",
          "text/ html",
          "text/html x",
          "text/html,x",
          "text/html; a",
          "text/html; a=",
          "text/html; =b",
          "text/html; a =b",
          "text/html; a= b",
          "text/html; a=b c",
          "text/html; a=\"b",
          "text/html; a=\"b\\\"",
          "text/html; a=\"b\"c",
          "text/html; a=\"b\nc\"",
          "te\nxt/html",
          "*/html",
          "text/html; a=b,"}) {
        CAPTURE(text);
        CHECK_FALSE(media_type::parse(text));
    }
}

TEST_CASE("ranges cover types")
{
    const auto matches = [](const char* type, const char* range) {
        return media_type::parse(type)->matches(*media_type::parse(range));
    };
    CHECK(matches("text/html", "*/*"));
    CHECK(matches("text/html", "TEXT/*"));
    CHECK(matches("text/html; a=b", "text/html"));
    CHECK_FALSE(matches("text/html", "text/plain"));
    CHECK_FALSE(matches("text/html", "application/*"));
    CHECK_FALSE(matches("text/html", "text/htm"));
}

TEST_CASE("JSON is application/json or ends in +json")
{
    CHECK(is_json("application/json"));
    CHECK(is_json("Application/JSON; charset=utf-8"));
    CHECK(is_json("application/problem+json"));
    CHECK(is_json("application/ld+JSON"));
    CHECK_FALSE(is_json("text/json"));
    CHECK_FALSE(is_json("application/jsonp"));
    CHECK_FALSE(is_json("application/json-seq"));
    CHECK_FALSE(is_json("application/x-www-form-urlencoded"));
    CHECK_FALSE(is_json("application/json; charset"));
    CHECK_FALSE(is_json(""));
}

TEST_CASE("the preferences of RFC 9110 section 12.5.1 are met")
{
    const std::string_view accept = "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, "
                                    "text/plain;format=fixed;q=0.4, */*;q=0.5";
    CHECK(best(accept, {"text/plain", "text/plain;format=flowed"}) == "text/plain;format=flowed");
    CHECK(best(accept, {"text/html", "text/plain"}) == "text/plain");               // 0.3 0.7
    CHECK(best(accept, {"text/html", "image/jpeg"}) == "image/jpeg");               // 0.3 0.5
    CHECK(best(accept, {"text/plain;format=fixed", "image/jpeg"}) == "image/jpeg"); // 0.4 0.5
    CHECK(
        best(accept, {"text/html;level=3", "text/plain;format=fixed"}) ==
        "text/plain;format=fixed"); // 0.3 0.4
    CHECK(best("audio/*; q=0.2, audio/basic", {"audio/ogg", "audio/basic"}) == "audio/basic");
    CHECK(
        best(
            "text/plain; q=0.5, text/html, text/x-dvi; q=0.8, text/x-c",
            {"text/plain", "text/x-dvi", "text/html"}) == "text/html");
}

TEST_CASE("the first of equally liked offers wins, and no liked offer is no offer")
{
    CHECK(best("*/*", {"a/b", "c/d"}) == "a/b");
    CHECK(best("", {"a/b", "c/d"}) == "a/b");
    CHECK(best("c/d, a/b", {"a/b", "c/d"}) == "a/b");
    CHECK(best("image/*", {"a/b", "c/d"}) == "none");
    CHECK(best("*/*", {}) == "none");
    CHECK(best("*/*", {"not a type"}) == "none");
}

TEST_CASE("a weight of zero refuses, even what a wider range accepts")
{
    CHECK(best("*/*, a/b;q=0", {"a/b"}) == "none");
    CHECK(best("a/b;q=0, */*", {"a/b", "c/d"}) == "c/d");
    CHECK(best("a/*;q=0.0, a/b;q=0.001", {"a/b"}) == "a/b");
}

TEST_CASE("malformed members of an Accept value are skipped")
{
    for (const std::string_view bad :
         {"garbage", "a/b;q=", "a/b;q=1.1", "a/b;q=2", "a/b;q=-1", "a/b;q=0.1234", "a/b;q=1.001",
          "a/b;q=x", "a/b;q=.5", "*/b", "a/b;x", ";q=1"}) {
        CAPTURE(bad);
        CHECK(best(std::string{bad} + ", c/d;q=0.1", {"a/b", "c/d"}) == "c/d");
    }
    // A quote that is never closed takes the rest with it.
    CHECK(best("\"a/b, c/d", {"a/b", "c/d"}) == "none");
    CHECK(best(",, ,c/d,", {"a/b", "c/d"}) == "c/d");
    CHECK(best("a/b;q=1.", {"a/b"}) == "a/b");
    CHECK(best("a/b;Q=0.5;ext=1", {"a/b"}) == "a/b");
}

TEST_CASE("commas and weights inside quoted parameters are text")
{
    CHECK(best("a/b;x=\"1,c/d;q=0\", c/d", {"c/d"}) == "c/d");
    CHECK(best("a/b;x=\"1\\\",2\"", {"a/b;x=\"1\\\",2\""}) == "a/b;x=\"1\\\",2\"");
    CHECK(best("a/b;x=\"y\"", {"a/b;x=y"}) == "a/b;x=y");
    CHECK(best("a/b;x=z", {"a/b;x=y"}) == "none");
    CHECK(best("a/b;x=yz", {"a/b;x=y"}) == "none");
    CHECK(best("a/b;x=y", {"a/b;x=yz"}) == "none");
}

TEST_CASE("content codings are negotiated as RFC 9110 section 12.5.3 says")
{
    const offers all{"br", "gzip", "identity"};
    CHECK(best_coding("gzip, deflate, br", all) == "br");
    CHECK(best_coding("gzip", all) == "gzip");
    CHECK(best_coding("x-gzip", all) == "gzip");
    CHECK(best_coding("GZIP;q=0.5, br;q=0.2", all) == "gzip");
    CHECK(best_coding("deflate", all) == "identity");
    CHECK(best_coding("", all) == "identity");
    CHECK(best_coding("*", all) == "br");
    CHECK(best_coding("br;q=0, *", all) == "gzip");
    CHECK(best_coding("br;q=0, *;q=0.5, identity;q=0.9", all) == "identity");
    CHECK(best_coding("gzip;q=0.001", all) == "gzip");
    CHECK(best_coding("identity;q=0", all) == "none");
    CHECK(best_coding("*;q=0", all) == "none");
    CHECK(best_coding("*;q=0, identity", all) == "identity");
    CHECK(best_coding("gzip;q=9", all) == "identity");
    CHECK(best_coding("gzip;q=9, gzip;q=0.5", all) == "gzip");
    CHECK(best_coding("gzip", {"br"}) == "none");
}
