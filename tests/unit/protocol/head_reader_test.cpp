// SPDX-License-Identifier: BSL-1.0
// Tests of the strict reader of whole heads.

#include "protocol/head_reader.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

using namespace frevo::detail;
using namespace std::string_view_literals;

namespace {

struct reading
{
    std::uint32_t size = 0;
    request_head head;
    noted_fields noted;
};

reading read(std::string_view text, const frevo::limits& bounds = {})
{
    // A block of exactly the right size: AddressSanitizer sees one byte too many.
    const auto block = std::make_unique<char[]>(text.size());
    std::memcpy(block.get(), text.data(), text.size());
    reading result;
    const auto method_size = static_cast<std::uint32_t>(text.find(' '));
    result.head.method_text = {0, method_size};
    result.head.method = frevo::parse_method(text.substr(0, method_size));
    result.size =
        read_head(block.get(), block.get() + text.size(), bounds, result.head, result.noted);
    return result;
}

constexpr std::string_view sample = "GET /a?b HTTP/1.1\r\n"
                                    "Host: a\r\n"
                                    "X-Y:\t b c \r\n"
                                    "Host: b\r\n"
                                    "E:\r\n"
                                    "\r\n";

} // namespace

TEST_CASE("a head is read into spans that count from its first byte")
{
    const reading result = read(sample);
    REQUIRE(result.size == sample.size());
    CHECK(result.head.size == sample.size());
    CHECK(result.head.version == http_version::http_1_1);
    CHECK(result.head.target.in(sample.data()) == "/a?b");
    CHECK(result.head.path.in(sample.data()) == "/a");
    CHECK(result.head.query.in(sample.data()) == "b");
    REQUIRE(result.head.fields.size() == 4);
    const frevo::fields_view fields{sample.data(), result.head.fields};
    CHECK(fields.get(frevo::field::host) == "a");
    CHECK(fields.get("x-y") == "b c");
    CHECK(fields.get("E") == "");
    CHECK(result.head.fields[1].id == frevo::field::unknown);
    CHECK(result.noted.host.first == 0);
    CHECK(result.noted.host.count == 2);
    CHECK(result.noted.expect.count == 0);
}

TEST_CASE("what follows a head is not read")
{
    CHECK(read(std::string{sample} + "POST \x01").size == sample.size());
}

TEST_CASE("a head that is cut anywhere is not one, and is not read beyond its end")
{
    for (std::size_t size = 4; size < sample.size(); ++size) {
        CAPTURE(size);
        CHECK(read(sample.substr(0, size)).size == 0);
    }
}

TEST_CASE("no byte may be added to the gaps of a head or taken from them")
{
    const std::string_view plain = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    for (const std::string_view added : {" "sv, "\r"sv, "\n"sv, "\t"sv, "\0"sv}) {
        for (std::size_t at = 4; at <= plain.size() - 2; ++at) { // the method is the session's
            CAPTURE(at);
            std::string text{plain};
            text.insert(at, added);
            const bool around_value = (added == " " || added == "\t") && at >= 21 && at <= 23;
            CHECK((read(text).size == text.size()) == around_value);
        }
    }
    for (std::size_t at = 3; at < plain.size(); ++at) {
        CAPTURE(at);
        std::string text{plain};
        text.erase(at, 1);
        const bool still_legal = (at >= 16 && at <= 19) || at == 21 || at == 22;
        CHECK((read(text).size != 0) == still_legal);
    }
}

TEST_CASE("the limits hold to the byte")
{
    frevo::limits bounds;
    bounds.request_line = 17;
    bounds.fields_size = sample.size() - 17 - 4;
    bounds.field_count = 4;
    CHECK(read(sample, bounds).size == sample.size());
    SUBCASE("request line")
    {
        bounds.request_line = 16;
    }
    SUBCASE("size of fields")
    {
        bounds.fields_size -= 1;
    }
    SUBCASE("number of fields")
    {
        bounds.field_count = 3;
    }
    CHECK(read(sample, bounds).size == 0);
}

TEST_CASE("an unfinished head is bounded before and behind its target")
{
    frevo::limits bounds;
    bounds.request_line = 100;
    bounds.fields_size = 50;
    CHECK(longest_head(0, bounds) == 102);
    CHECK(longest_head(5, bounds) == 5 + 11 + 50 + 2);
}
