// SPDX-License-Identifier: BSL-1.0
// Tests of pieces of JSON text.
#include <frevo/core/json_text.hpp>
#include <frevo/core/percent.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

using namespace frevo;

namespace {

std::string json_string(std::string_view text)
{
    std::string out;
    append_json_string(out, text);
    return out;
}

template <class T>
std::string printed(T value)
{
    std::string out;
    append_json_number(out, value);
    return out;
}

} // namespace

TEST_CASE("quotes, backslashes and control characters are escaped wherever they stand")
{
    CHECK(json_string("") == "\"\"");
    CHECK(json_string("plain") == "\"plain\"");
    CHECK(json_string("a\"b\\c/d") == R"("a\"b\\c/d")");
    CHECK(json_string("\b\t\n\f\r") == R"("\b\t\n\f\r")");
    CHECK(json_string(std::string_view("\0\x01\x1f\x7f", 4)) == "\"\\u0000\\u0001\\u001f\x7f\"");
    for (int c = 0; c < 0x80; ++c) {
        for (std::size_t size : {1u, 8u, 17u}) {
            for (std::size_t at = 0; at < size; ++at) {
                std::string text(size, 'x');
                text[at] = static_cast<char>(c);
                CAPTURE(c);
                CAPTURE(at);
                REQUIRE(nlohmann::json::parse(json_string(text)).get<std::string>() == text);
            }
        }
    }
}

TEST_CASE("valid UTF-8 stays and each invalid part becomes one U+FFFD")
{
    CHECK(
        json_string("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") ==
        "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
    CHECK(
        json_string("a\xff"
                    "b") == "\"a\xef\xbf\xbd"
                            "b\"");
    CHECK(json_string("\xe2\x82") == "\"\xef\xbf\xbd\"");
    CHECK(json_string("\xe2\x82\"") == "\"\xef\xbf\xbd\\\"\"");
    CHECK(json_string("\xc0\xaf") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    // Unicode 15 table 3-11.
    CHECK(
        json_string("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41") ==
        "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\x41\"");
}

TEST_CASE("any bytes become valid JSON that reads back as far as they are valid")
{
    std::mt19937 random{6};
    for (int round = 0; round < 3000; ++round) {
        std::string bytes(random() % 30, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random() % 3 == 0 ? random() : 0x20 + random() % 0x60);
        const std::string text = json_string(bytes);
        REQUIRE(is_valid_utf8(text));
        const auto read = nlohmann::json::parse(text).get<std::string>();
        if (is_valid_utf8(bytes))
            REQUIRE(read == bytes);
        else
            REQUIRE(read.find("\xef\xbf\xbd") != std::string::npos);
    }
}

TEST_CASE("text is appended to what is there")
{
    std::string out = "[";
    append_json_string(out, "a");
    out += ',';
    append_json_number(out, 1);
    out += ',';
    append_json_bool(out, true);
    append_json_bool(out, false);
    CHECK(out == "[\"a\",1,truefalse");
}

TEST_CASE("integers of every width are printed")
{
    CHECK(printed(0) == "0");
    CHECK(printed(-1) == "-1");
    CHECK(printed(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(printed(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    CHECK(printed(std::uint8_t{200}) == "200");
    CHECK(printed(std::int8_t{-100}) == "-100");
}

TEST_CASE("floating-point numbers are printed in the shortest form that reads back")
{
    CHECK(printed(0.1) == "0.1");
    CHECK(printed(1.0) == "1");
    CHECK(printed(-0.0) == "-0");
    CHECK(printed(0.1f) == "0.1");
    CHECK(printed(1e300) == "1e+300");
    CHECK(printed(5e-324) == "5e-324");
    CHECK(printed(1.7976931348623157e308) == "1.7976931348623157e+308");
    CHECK(printed(std::numeric_limits<double>::infinity()) == "null");
    CHECK(printed(-std::numeric_limits<double>::infinity()) == "null");
    CHECK(printed(std::nan("")) == "null");
    CHECK(printed(std::numeric_limits<float>::infinity()) == "null");
    std::mt19937_64 random{7};
    for (int round = 0; round < 20000; ++round) {
        const std::uint64_t bits = random();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value))
            continue;
        const std::string text = printed(value);
        CAPTURE(text);
        REQUIRE(from_text<double>(text) == value);
        REQUIRE(nlohmann::json::accept(text));
    }
}
