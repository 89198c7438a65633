// SPDX-License-Identifier: BSL-1.0
// Reads request targets, which must be exactly what a plain reading of the grammar takes.

#include "fuzz/plain_address.hpp"
#include "fuzz/property.hpp"
#include "protocol/head_reader.hpp"
#include "protocol/target.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/percent.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

using namespace frevo::detail;
using namespace frevo::testing;

namespace {

bool all_of(std::string_view text, std::string_view allowed)
{
    return std::ranges::all_of(text, [&](char c) {
        return frevo::is_alpha(c) || frevo::is_digit(c) || allowed.find(c) != allowed.npos;
    });
}

bool may_be_target(std::string_view text)
{
    return all_of(text, "!$%&'()*+,-./:;=?@[]^_`{|}~");
}

bool may_be_host(std::string_view text)
{
    if (text.starts_with('['))
        return text.ends_with(']') && may_be_ip_literal(text.substr(1, text.size() - 2));
    std::string decoded;
    return !text.empty() && all_of(text, "-._~%!$&'()*+,;=") &&
           frevo::percent_decode(text, decoded, frevo::url_part::path);
}

bool may_be_authority(std::string_view text)
{
    const std::size_t colon = text.rfind(':');
    const bool in_brackets = text.ends_with(']');
    if (colon == text.npos || in_brackets)
        return may_be_host(text);
    const std::string_view port = text.substr(colon + 1);
    unsigned number = 0;
    std::from_chars(port.data(), port.data() + port.size(), number);
    return may_be_host(text.substr(0, colon)) && port.size() <= 5 && number <= 65535 &&
           std::ranges::all_of(port, frevo::is_digit);
}

struct expected_parts
{
    target_form form;
    std::string_view authority, path, query;
    bool has_query = false;
};

/// What the target consists of, or nothing.
std::optional<expected_parts> read(std::string_view target, frevo::method method)
{
    if (!may_be_target(target))
        return std::nullopt;
    if (method == frevo::method::connect) {
        if (!may_be_authority(target) || !frevo::is_digit(target.back()) ||
            target.find(':') == target.npos)
            return std::nullopt;
        return expected_parts{target_form::authority, target, {}, {}};
    }
    if (target == "*" && method == frevo::method::options)
        return expected_parts{target_form::asterisk, {}, {}, {}};
    expected_parts parts{target_form::origin, {}, {}, {}};
    if (!target.starts_with('/')) {
        parts.form = target_form::absolute;
        const std::size_t slashes = target.find("//");
        if (slashes == target.npos)
            return std::nullopt;
        const std::string_view scheme = target.substr(0, slashes);
        target.remove_prefix(slashes + 2);
        parts.authority = target.substr(0, target.find_first_of("/?"));
        target.remove_prefix(parts.authority.size());
        if ((!frevo::equals_ignore_case(scheme, "http:") &&
             !frevo::equals_ignore_case(scheme, "https:")) ||
            !may_be_authority(parts.authority))
            return std::nullopt;
    }
    parts.path = target.substr(0, target.find('?'));
    parts.has_query = parts.path.size() != target.size();
    if (parts.has_query)
        parts.query = target.substr(parts.path.size() + 1);
    return parts;
}

void check(const request_head& head, const char* base, const expected_parts& expected)
{
    hold(head.form == expected.form, "the form");
    hold(head.path.in(base) == expected.path, "the path");
    hold(head.path.size == 0 || head.path.in(base).front() == '/', "the path's slash");
    hold(head.query.in(base) == expected.query, "the query");
    hold(head.has_query == expected.has_query, "whether there is a query");
    hold(head.authority.in(base) == expected.authority, "the authority");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input = text_of(data, size);
    const std::size_t blank = input.find(' ');
    const std::string_view method = input.substr(0, blank);
    if (blank == input.npos || !frevo::is_token(method))
        return -1;
    request_head head;
    head.method = frevo::parse_method(method);
    head.method_text.size = static_cast<std::uint32_t>(blank);
    request_head whole = head;
    head.target = {head.method_text.size + 1, static_cast<std::uint32_t>(size - blank - 1)};

    const auto expected = read(input.substr(blank + 1), head.method);
    const bool is_empty = blank + 1 == size;
    hold(
        (parse_target(input.data(), head) == rejection::none) == (expected && !is_empty),
        "a target is taken if it may be one");
    const std::string text = std::string{input} + " HTTP/1.1\r\n\r\n";
    noted_fields noted;
    const bool taken = read_head(text.data(), text.data() + text.size(), {}, whole, noted) != 0;
    // Behind a blank the text may go on as another head, with fields even.
    hold(
        input.find(' ', blank + 1) != input.npos ||
            taken == (expected && !is_empty && size + 9 <= frevo::limits{}.request_line),
        "a head is taken if its target is");
    if (!expected || is_empty)
        return 0;
    check(head, input.data(), *expected);
    if (taken)
        check(whole, text.data(), *expected);
    return 0;
}
