// SPDX-License-Identifier: BSL-1.0
// Reads field lines behind a request line; a plain reading and the search for faults must agree.

#include "fuzz/property.hpp"
#include "protocol/head_fault.hpp"
#include "protocol/head_reader.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace frevo::detail;
using namespace frevo::testing;
using frevo::field;
using frevo::field_line;

namespace {

constexpr std::string_view request_line = "GET / HTTP/1.1\r\n";

frevo::limits small_limits()
{
    frevo::limits bounds; // small enough for a fuzzer to reach them
    bounds.fields_size = 400;
    bounds.field_count = 8;
    return bounds;
}

/// The lines, or nothing for what is not exactly what the grammar allows.
std::optional<std::vector<field_line>> read(std::string_view text, std::size_t& size)
{
    std::vector<field_line> lines;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find("\r\n", at);
        if (end == text.npos)
            return std::nullopt;
        const std::string_view line = text.substr(at, end - at);
        if (line.empty()) {
            size = end + 2;
            if (lines.size() > small_limits().field_count || at > small_limits().fields_size)
                return std::nullopt;
            return lines;
        }
        const std::size_t colon = line.find(':');
        if (colon == line.npos || !frevo::is_token(line.substr(0, colon)))
            return std::nullopt;
        const std::string_view value = line.substr(colon + 1);
        if (!std::ranges::all_of(value, [](char c) { return has_class(c, value_bit); }))
            return std::nullopt;
        lines.push_back({line.substr(0, colon), frevo::trim_ows(value), field::unknown});
        at = end + 2;
    }
}

void compare(const frevo::fields_view& found, const std::vector<field_line>& expected)
{
    hold(found.size() == expected.size(), "as many lines");
    auto at = found.begin();
    for (const field_line& line : expected) {
        const field_line got = *at++;
        hold(got.name == line.name && got.value == line.value, "a line is as it stands");
        hold(got.id == frevo::parse_field(line.name), "a name's number");
        hold(
            got.id == field::unknown || frevo::equals_ignore_case(to_string(got.id), got.name),
            "a number's name");
        const auto is_same = [&](const field_line& other) {
            return frevo::equals_ignore_case(other.name, line.name);
        };
        const auto first = std::find_if(expected.begin(), expected.end(), is_same);
        const auto count = std::count_if(expected.begin(), expected.end(), is_same);
        hold(found.get(line.name) == first->value, "get() finds the first");
        hold(found.count(line.name) == static_cast<std::size_t>(count), "count() counts all");
        if (got.id != field::unknown)
            hold(found.get(got.id) == first->value, "get() finds the first by number");
    }
}

void check_noted(const noted_field& noted, const std::vector<field_line>& lines, field id)
{
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (frevo::parse_field(lines[i].name) == id && count++ == 0)
            hold(noted.first == i, "the first of the noted field");
    }
    hold(noted.count == count, "how often the noted field is there");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string text{request_line};
    text += text_of(data, size);
    text.shrink_to_fit();
    const char* const end = text.data() + text.size();
    std::size_t expected_size = 0;
    const auto expected = read(std::string_view{text}.substr(request_line.size()), expected_size);

    request_head head;
    head.method = frevo::method::get;
    head.method_text.size = 3;
    noted_fields noted;
    const std::uint32_t taken = read_head(text.data(), end, small_limits(), head, noted);
    hold((taken != 0) == expected.has_value(), "a head is taken if it may be one");
    if (!expected) {
        const bool complete = text.find("\r\n\r\n") != text.npos;
        hold(
            !complete || find_fault(text, small_limits()) != rejection::none,
            "what is complete and not taken has a fault");
        return 0;
    }
    hold(taken == request_line.size() + expected_size, "the head ends at the empty line");
    hold(
        find_fault({text.data(), taken}, small_limits()) == rejection::none,
        "what is taken has no fault");
    compare({text.data(), head.fields}, *expected);
    check_noted(noted.host, *expected, field::host);
    check_noted(noted.content_length, *expected, field::content_length);
    check_noted(noted.transfer_encoding, *expected, field::transfer_encoding);
    check_noted(noted.connection, *expected, field::connection);
    check_noted(noted.expect, *expected, field::expect);
    return 0;
}
