// SPDX-License-Identifier: BSL-1.0
// Tests of request targets and authorities.

#include "protocol/target.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

struct parsed
{
    rejection reason;
    request_head head;
    std::string text;

    std::string_view path() const { return head.path.in(text.data()); }
    std::string_view query() const { return head.query.in(text.data()); }
    std::string_view authority() const { return head.authority.in(text.data()); }
};

parsed parse(std::string target, frevo::method method = frevo::method::get)
{
    parsed result{rejection::none, {}, std::move(target)};
    result.head.method = method;
    result.head.target = {0, static_cast<std::uint32_t>(result.text.size())};
    result.reason = parse_target(result.text.data(), result.head);
    return result;
}

} // namespace

TEST_CASE("the origin form is split at the first question mark")
{
    const parsed plain = parse("/a/b");
    CHECK(plain.reason == rejection::none);
    CHECK(plain.head.form == target_form::origin);
    CHECK(plain.path() == "/a/b");
    CHECK_FALSE(plain.head.has_query);

    const parsed query = parse("/a?b=c?d");
    CHECK(query.path() == "/a");
    CHECK(query.head.has_query);
    CHECK(query.query() == "b=c?d");

    const parsed empty = parse("/?");
    CHECK(empty.head.has_query);
    CHECK(empty.query().empty());
}

TEST_CASE("the absolute form is split into authority, path and query")
{
    const parsed full = parse("HtTp://a.test:8080/x?y");
    CHECK(full.reason == rejection::none);
    CHECK(full.head.form == target_form::absolute);
    CHECK(full.authority() == "a.test:8080");
    CHECK(full.path() == "/x");
    CHECK(full.query() == "y");

    const parsed bare = parse("https://a.test");
    CHECK(bare.reason == rejection::none);
    CHECK(bare.path().empty());

    for (const char* wrong :
         {"http://", "http:///x", "http://u@a/", "http://a:b/", "ftp://a/", "http:/a", "a/b", ""}) {
        CAPTURE(wrong);
        CHECK(parse(wrong).reason == rejection::invalid_target);
    }
}

TEST_CASE("each of the short forms goes with one method")
{
    CHECK(parse("*", frevo::method::options).head.form == target_form::asterisk);
    CHECK(parse("*", frevo::method::options).reason == rejection::none);
    CHECK(parse("*").reason == rejection::invalid_target);
    CHECK(parse("a:443", frevo::method::connect).head.form == target_form::authority);
    CHECK(parse("a:443", frevo::method::connect).authority() == "a:443");
    for (const char* wrong : {"a", "a:", "/a", "*", "http://a:80", "[::1]", "a:b:1"}) {
        CAPTURE(wrong);
        CHECK(parse(wrong, frevo::method::connect).reason == rejection::invalid_target);
    }
    CHECK(parse("a:443").reason == rejection::invalid_target);
}

TEST_CASE("a target holds visible ASCII only, without the characters that must be escaped")
{
    for (int byte = 0; byte < 256; ++byte) {
        CAPTURE(byte);
        const auto c = static_cast<char>(byte);
        const bool allowed = byte > 0x20 && byte < 0x7f &&
                             std::string_view{"\"#<>\\"}.find(c) == std::string_view::npos;
        CHECK(is_target_char(c) == allowed);
        CHECK((parse(std::string{"/a"} + c).reason == rejection::none) == allowed);
        CHECK((parse(std::string{"/?a"} + c).reason == rejection::none) == allowed);
    }
}

TEST_CASE("an authority is a host with an optional port")
{
    for (const char* right :
         {"a", "a.b-c_d~e", "127.0.0.1", "a:", "a:0", "a:65535", "[::1]", "[2001:db8::1]:80",
          "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:7:8]:1", "[v1.a]", "[vF.a:b]:80", "a%41b",
          "!$&'()*+,;="}) {
        CAPTURE(right);
        CHECK(is_authority(right));
    }
    for (const char* wrong : {"",        ":80",       "a:65536",   "a:123456",  "a:8x",
                              "a:-1",    "a b",       "a/b",       "u@a",       "[::1",
                              "[]",      "[g]",       "::1",       "a%4",       "a%zz",
                              "a\xff",   "a\x01",     "a?b",       "[::1]a",    "[::1]:x",
                              "[:::::]", "[12345::]", "[1.2.3.4]", "[...]",     "[1:2:3:4:5:6:7]",
                              "[v.a]",   "[v1.]",     "[vg.a]",    "[::1%25a]", "[fe80::1%eth0]"}) {
        CAPTURE(wrong);
        CHECK_FALSE(is_authority(wrong));
    }
    CHECK_FALSE(is_authority({"a\0b", 3}));
    CHECK_FALSE(is_authority({"[::1\0]", 6}));
    CHECK_FALSE(is_authority("[" + std::string(1000, ':') + "]"));
}
