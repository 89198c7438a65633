// SPDX-License-Identifier: BSL-1.0
// Tests of text comparison and character classes.
#include <frevo/core/ascii.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;

TEST_CASE("texts compare without regard to the case of ASCII letters only")
{
    CHECK(equals_ignore_case("Content-Type", "cONTENT-tYPE"));
    CHECK(equals_ignore_case("", ""));
    CHECK_FALSE(equals_ignore_case("Content-Type", "Content-Typ"));
    CHECK_FALSE(equals_ignore_case("a", "b"));
    // Characters that differ from another one only in bit 0x20, as letters of both cases do.
    CHECK_FALSE(equals_ignore_case("[", "{"));
    CHECK_FALSE(equals_ignore_case("@", "`"));
    CHECK_FALSE(equals_ignore_case("\r", "-"));
    CHECK_FALSE(equals_ignore_case("\xc4", "\xe4"));
    static_assert(equals_ignore_case("ABC", "abc"));
}

TEST_CASE("any two characters compare the same at every place of a text of any size")
{
    const auto lower = [](int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
    for (std::size_t size : {1u, 3u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u}) {
        for (std::size_t at = 0; at<size; at += size> 8 ? 3 : 1) {
            // Neighbours that differ in case, and one that a carry could reach.
            std::string left(size, 'q');
            std::string right(size, 'Q');
            if (at + 1 < size)
                left[at + 1] = right[at + 1] = '\x7f';
            for (int a = 0; a < 256; ++a) {
                left[at] = static_cast<char>(a);
                for (int b = 0; b < 256; ++b) {
                    right[at] = static_cast<char>(b);
                    if (equals_ignore_case(left, right) != (lower(a) == lower(b))) {
                        CAPTURE(size);
                        CAPTURE(at);
                        CAPTURE(a);
                        CAPTURE(b);
                        FAIL("wrong answer");
                    }
                }
            }
        }
    }
}

TEST_CASE("a prefix compares without regard to case")
{
    CHECK(starts_with_ignore_case("Bearer abc", "bearer "));
    CHECK(starts_with_ignore_case("x", ""));
    CHECK_FALSE(starts_with_ignore_case("Bear", "bearer"));
    CHECK_FALSE(starts_with_ignore_case("Basic abc", "bearer "));
}

TEST_CASE("equal texts have equal hashes whatever their case")
{
    CHECK(hash_ignore_case("X-Request-ID") == hash_ignore_case("x-request-id"));
    CHECK(hash_ignore_case("X-Request-ID") != hash_ignore_case("x-request-ie"));
    CHECK(hash_ignore_case("[") != hash_ignore_case("{"));
    CHECK(hash_ignore_case("") != hash_ignore_case(std::string_view("\0", 1)));
}

TEST_CASE("token characters are those of RFC 9110 section 5.6.2")
{
    const std::string allowed = "!#$%&'*+-.^_`|~"
                                "0123456789"
                                "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int c = 0; c < 256; ++c) {
        CAPTURE(c);
        const char text = static_cast<char>(c);
        CHECK(is_token_char(text) == (c != 0 && allowed.find(text) != std::string::npos));
    }
    CHECK(is_token("X-1"));
    CHECK_FALSE(is_token(""));
    CHECK_FALSE(is_token("a b"));
    CHECK_FALSE(is_token("a:"));
    CHECK_FALSE(is_token(std::string_view("a\0b", 3)));
}

TEST_CASE("a field value holds no control character but the tab, wherever it stands")
{
    CHECK(is_field_value(""));
    CHECK(is_field_value("text\twith tab and \xc3\xa4 in the ninth place and later"));
    CHECK(is_field_value("\xff\x80\xfe\xa0\x81\xff\x80\xfe\xa0\x81"));
    for (int c = 0; c < 256; ++c) {
        const bool fine = c == '\t' || (c >= 0x20 && c != 0x7f);
        for (std::size_t size : {1u, 7u, 8u, 9u, 16u, 23u}) {
            for (std::size_t at = 0; at < size; ++at) {
                for (char filler : {'a', '\xff', '~', ' '}) {
                    std::string text(size, filler);
                    text[at] = static_cast<char>(c);
                    CAPTURE(c);
                    CAPTURE(size);
                    CAPTURE(at);
                    REQUIRE(is_field_value(text) == fine);
                }
            }
        }
    }
    static_assert(is_field_value("constant text of more than eight"));
    static_assert(!is_field_value("constant text of more\n than eight"));
}

TEST_CASE("only blanks and tabs are trimmed")
{
    CHECK(trim_ows(" \t a b\t ") == "a b");
    CHECK(trim_ows("\r\na\n") == "\r\na\n");
    CHECK(trim_ows(" \t ").empty());
    CHECK(trim_ows("").empty());
}

TEST_CASE("digits and letters are those of ASCII")
{
    CHECK(is_digit('0'));
    CHECK(is_digit('9'));
    CHECK_FALSE(is_digit('/'));
    CHECK_FALSE(is_digit(':'));
    CHECK(is_alpha('a'));
    CHECK(is_alpha('Z'));
    CHECK_FALSE(is_alpha('@'));
    CHECK_FALSE(is_alpha('\xe4'));
}
