// SPDX-License-Identifier: BSL-1.0
// Tests of the known field names.
#include "core/field_start.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/field.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>

using namespace frevo;

namespace {

field slow_parse(std::string_view name)
{
    for (std::size_t i = 1; i < field_count; ++i) {
        if (equals_ignore_case(to_string(static_cast<field>(i)), name))
            return static_cast<field>(i);
    }
    return field::unknown;
}

std::string with_case(std::string_view name, bool upper)
{
    std::string text{name};
    for (char& c : text) {
        if (is_alpha(c))
            c = static_cast<char>(upper ? c & ~0x20 : c | 0x20);
    }
    return text;
}

} // namespace

TEST_CASE("every known name is found in every case")
{
    for (std::size_t i = 1; i < field_count; ++i) {
        const auto id = static_cast<field>(i);
        const std::string_view name = to_string(id);
        CAPTURE(name);
        CHECK(is_token(name));
        CHECK(parse_field(name) == id);
        CHECK(parse_field(with_case(name, false)) == id);
        CHECK(parse_field(with_case(name, true)) == id);
    }
}

TEST_CASE("names are spelt the usual way")
{
    CHECK(to_string(field::host) == "Host");
    CHECK(to_string(field::content_type) == "Content-Type");
    CHECK(to_string(field::etag) == "ETag");
    CHECK(to_string(field::www_authenticate) == "WWW-Authenticate");
    CHECK(to_string(field::sec_websocket_key) == "Sec-WebSocket-Key");
    CHECK(to_string(field::x_request_id) == "X-Request-ID");
    CHECK(to_string(field::te) == "TE");
    // The last enumerator: all names before it stand in their enumerators' places.
    CHECK(to_string(field::x_xss_protection) == "X-XSS-Protection");
    CHECK(static_cast<std::size_t>(field::x_xss_protection) + 1 == field_count);
}

TEST_CASE("enumerators and spellings agree")
{
    CHECK(to_string(field::accept) == "Accept");
    CHECK(to_string(field::connection) == "Connection");
    CHECK(to_string(field::content_length) == "Content-Length");
    CHECK(to_string(field::if_none_match) == "If-None-Match");
    CHECK(to_string(field::location) == "Location");
    CHECK(to_string(field::set_cookie) == "Set-Cookie");
    CHECK(to_string(field::transfer_encoding) == "Transfer-Encoding");
    CHECK(to_string(field::unknown).empty());
    CHECK(to_string(static_cast<field>(field_count)).empty());
    CHECK(to_string(static_cast<field>(60000)).empty());
}

TEST_CASE("the beginnings of lines are the names with colon and blank")
{
    for (std::size_t i = 1; i < field_count; ++i) {
        const detail::field_start& start = detail::field_starts[i];
        CHECK(
            std::string(start.text, start.size) ==
            std::string{to_string(static_cast<field>(i))} + ": ");
    }
    CHECK(detail::field_starts[0].size == 0);
}

TEST_CASE("a name that differs in one bit is another name")
{
    for (std::size_t i = 1; i < field_count; ++i) {
        const std::string_view name = to_string(static_cast<field>(i));
        for (std::size_t at = 0; at < name.size(); ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                std::string changed{name};
                changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
                CAPTURE(changed);
                REQUIRE(parse_field(changed) == slow_parse(changed));
            }
        }
    }
}

TEST_CASE("a name with any other character at any place is another name")
{
    // Enough of them share a slot with the name they come from to reach the comparison at every
    // place.
    for (std::size_t i = 1; i < field_count; ++i) {
        const auto id = static_cast<field>(i);
        const std::string_view name = to_string(id);
        for (std::size_t at = 0; at < name.size(); ++at) {
            std::string changed{name};
            for (int c = 0; c < 256; ++c) {
                changed[at] = static_cast<char>(c);
                if ((parse_field(changed) == id) != (to_lower(changed[at]) == to_lower(name[at]))) {
                    CAPTURE(changed);
                    FAIL("wrong answer");
                }
            }
        }
    }
}

TEST_CASE("prefixes, extensions and short texts are unknown")
{
    CHECK(parse_field("") == field::unknown);
    CHECK(parse_field("Conten") == field::unknown);
    CHECK(parse_field("Content-Type ") == field::unknown);
    CHECK(parse_field(" Host") == field::unknown);
    CHECK(parse_field("Hosts") == field::unknown);
    CHECK(parse_field("X-Custom") == field::unknown);
    CHECK(parse_field(std::string(1000, 'a')) == field::unknown);
    CHECK(parse_field(std::string_view("\0", 1)) == field::unknown);
    CHECK(parse_field(std::string(35, '\0')) == field::unknown);
    for (std::size_t i = 1; i < field_count; ++i) {
        const std::string_view name = to_string(static_cast<field>(i));
        for (std::size_t size = 0; size < name.size(); ++size) {
            const std::string part{name.substr(0, size)};
            CAPTURE(part);
            REQUIRE(parse_field(part) == slow_parse(part));
        }
    }
}

TEST_CASE("random texts get the answer of a linear search, without reading past their end")
{
    std::mt19937 random{1};
    for (int round = 0; round < 20000; ++round) {
        const std::size_t size = random() % 40;
        // A block of exactly this size lets AddressSanitizer see one byte too many.
        const auto text = std::make_unique<char[]>(size);
        for (std::size_t i = 0; i < size; ++i)
            text[i] = "-acdehnoprstTE"[random() % 14];
        const std::string_view name{text.get(), size};
        REQUIRE(parse_field(name) == slow_parse(name));
    }
}
