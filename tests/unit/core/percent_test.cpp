// SPDX-License-Identifier: BSL-1.0
// Tests of percent-decoding, percent-encoding and the UTF-8 check.
#include <frevo/core/percent.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>

using namespace frevo;

namespace {

std::optional<std::string> decoded(std::string_view text, url_part part)
{
    std::string out;
    if (!percent_decode(text, out, part))
        return std::nullopt;
    return out;
}

} // namespace

TEST_CASE("percent sequences decode in both cases of hexadecimal digits")
{
    CHECK(decoded("caf%C3%A9", url_part::path) == "caf\xc3\xa9");
    CHECK(decoded("%2f%2F", url_part::path) == "//");
    CHECK(decoded("%00", url_part::path) == std::string(1, '\0'));
    CHECK(decoded("%25%32%35", url_part::query) == "%25"); // once, not twice
    CHECK(decoded("", url_part::path) == "");
    CHECK(decoded("plain", url_part::path) == "plain");
}

TEST_CASE("a plus sign is a blank in a query and itself in a path")
{
    CHECK(decoded("a+b%2Bc", url_part::query) == "a b+c");
    CHECK(decoded("a+b%2Bc", url_part::path) == "a+b+c");
    CHECK(needs_decoding("a+b", url_part::query));
    CHECK_FALSE(needs_decoding("a+b", url_part::path));
    CHECK(needs_decoding("a%20b", url_part::path));
    CHECK_FALSE(needs_decoding("a b", url_part::query));
}

TEST_CASE("malformed sequences are refused and leave the output as it was")
{
    for (const std::string_view text :
         {"%", "%2", "a%", "a%4", "%zz", "%4g", "%g4", "%%41", "% 1", "%-1", "%+1", "ok%20then%",
          "%u0041", "%\xff\xff"}) {
        CAPTURE(text);
        std::string out = "before";
        CHECK_FALSE(percent_decode(text, out, url_part::path));
        CHECK(out == "before");
        CHECK_FALSE(percent_decode(text, out, url_part::query));
        CHECK_FALSE(percent_equals(text, text, url_part::path));
    }
    CHECK_FALSE(decoded(std::string_view("%2\0", 3), url_part::path));
}

TEST_CASE("decoding appends, and may happen in place")
{
    std::string out = "a=";
    CHECK(percent_decode("b%20c", out, url_part::query));
    CHECK(out == "a=b c");
    std::string same = "%41+%42%43";
    const auto size = percent_decode_to(same, same.data(), url_part::query);
    REQUIRE(size);
    CHECK(same.substr(0, *size) == "A BC");
}

TEST_CASE("an encoded text is compared without decoding it anywhere")
{
    CHECK(percent_equals("a%20b", "a b", url_part::path));
    CHECK(percent_equals("a+b", "a b", url_part::query));
    CHECK_FALSE(percent_equals("a+b", "a b", url_part::path));
    CHECK_FALSE(percent_equals("a%20b", "a%20b", url_part::path));
    CHECK_FALSE(percent_equals("ab", "abc", url_part::path));
    CHECK_FALSE(percent_equals("abc", "ab", url_part::path));
    CHECK_FALSE(percent_equals("ab%", "ab", url_part::path));
    CHECK(percent_equals("", "", url_part::path));
    CHECK(percent_equals("%ff", "\xff", url_part::path));
}

TEST_CASE("encoding keeps what may stand in the part and nothing that ends it")
{
    CHECK(percent_encode("AZaz09-._~", url_part::path) == "AZaz09-._~");
    CHECK(percent_encode("AZaz09-._~", url_part::query) == "AZaz09-._~");
    CHECK(percent_encode("a/b?c#d%e", url_part::path) == "a%2Fb%3Fc%23d%25e");
    CHECK(percent_encode("a&b=c+d#e%f", url_part::query) == "a%26b%3Dc%2Bd%23e%25f");
    CHECK(percent_encode(" ", url_part::path) == "%20");
    CHECK(percent_encode(" ", url_part::query) == "%20");
    CHECK(percent_encode("a+b=c", url_part::path) == "a+b=c");
    CHECK(percent_encode("\xc3\xa4\r\n", url_part::query) == "%C3%A4%0D%0A");
    CHECK(percent_encode("\"<>\\^`{|}", url_part::path) == "%22%3C%3E%5C%5E%60%7B%7C%7D");
    CHECK(percent_encode("", url_part::path).empty());
}

TEST_CASE("encoded bytes of every value decode to themselves")
{
    std::mt19937 random{3};
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 20, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random());
        for (const url_part part : {url_part::path, url_part::query}) {
            const std::string encoded = percent_encode(bytes, part);
            REQUIRE(decoded(encoded, part) == bytes);
            REQUIRE(percent_equals(encoded, bytes, part));
        }
    }
}

TEST_CASE("hostile text is decoded without reading past its end")
{
    std::mt19937 random{4};
    for (int round = 0; round < 5000; ++round) {
        const std::size_t size = random() % 12;
        const auto text = std::make_unique<char[]>(size);
        const auto out = std::make_unique<char[]>(size);
        for (std::size_t i = 0; i < size; ++i)
            text[i] = "%%%0aFg+"[random() % 8];
        const std::string_view view{text.get(), size};
        const auto written = percent_decode_to(view, out.get(), url_part::query);
        REQUIRE(decoded(view, url_part::query).has_value() == written.has_value());
        if (written)
            REQUIRE(percent_equals(view, {out.get(), *written}, url_part::query));
    }
}

TEST_CASE("valid UTF-8 is recognised at the borders of its ranges")
{
    for (const std::string_view text :
         {"", "plain", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
          "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
          "eight bytes before \xe2\x82\xac and after it"}) {
        CAPTURE(text);
        CHECK(is_valid_utf8(text));
    }
    CHECK(is_valid_utf8(std::string_view("a\0b", 3)));
}

TEST_CASE("overlong forms, surrogates, lone and missing bytes are invalid UTF-8")
{
    for (const std::string_view text :
         {"\x80",
          "\xbf",
          "\xc0\x80",
          "\xc1\xbf",
          "\xc2",
          "\xc2\x41",
          "\xc2\xc2\x80",
          "\xe0\x9f\xbf",
          "\xe0\xa0",
          "\xe2\x82",
          "\xe2\x82\x41",
          "\xed\xa0\x80",
          "\xed\xbf\xbf",
          "\xf0\x8f\xbf\xbf",
          "\xf0\x90\x80",
          "\xf4\x90\x80\x80",
          "\xf5\x80\x80\x80",
          "\xff",
          "\xfe",
          "eight bytes before \xff",
          "\xe2\x82\xac\xac"}) {
        CAPTURE(text);
        CHECK_FALSE(is_valid_utf8(text));
    }
}
