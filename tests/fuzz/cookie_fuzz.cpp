// SPDX-License-Identifier: BSL-1.0
// Reads a Cookie field, prints its cookies and reads them again: they must be the same.

#include "fuzz/property.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/cookie.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::testing;

namespace {

bool is_same(const std::vector<cookie_pair>& a, const std::vector<cookie_pair>& b)
{
    return std::ranges::equal(a, b, [](const cookie_pair& one, const cookie_pair& other) {
        return one.name == other.name && one.value == other.value;
    });
}

std::vector<cookie_pair> read(std::string_view text)
{
    const cookie_view view{text};
    std::vector<cookie_pair> cookies;
    for (auto it = view.begin(); it != view.end();)
        cookies.push_back(*it++);
    std::vector<cookie_pair> again;
    for (const cookie_pair& each : view)
        again.push_back(each);
    hold(is_same(again, cookies), "both ways to step see the same");
    return cookies;
}

/// The obvious way: splits at every ';' and then at the first '='.
std::vector<cookie_pair> split(std::string_view text)
{
    std::vector<cookie_pair> cookies;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t equals = part.find('=');
        if (equals == part.npos || trim_ows(part.substr(0, equals)).empty())
            continue;
        std::string_view value = trim_ows(part.substr(equals + 1));
        if (value.starts_with('"') && value.find('"', 1) != value.npos && value.ends_with('"'))
            value = value.substr(1, value.size() - 2);
        cookies.push_back({trim_ows(part.substr(0, equals)), value});
    }
    return cookies;
}

/// Quotes around every value, so that its own quotes and blanks are kept.
std::string print(const std::vector<cookie_pair>& cookies)
{
    std::string text;
    for (const cookie_pair& each : cookies) {
        if (!text.empty())
            text += "; ";
        text.append(each.name).append("=\"").append(each.value).append("\"");
    }
    return text;
}

void check_one(const cookie_pair& cookie, std::string_view text)
{
    hold(is_inside(cookie.name, text) && is_inside(cookie.value, text), "views of the text");
    hold(!cookie.name.empty() && cookie.name == trim_ows(cookie.name), "the name is trimmed");
    hold(cookie.name.find_first_of(";=") == std::string_view::npos, "the name ends at '='");
    hold(cookie.value.find(';') == std::string_view::npos, "the value ends at ';'");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = text_of(data, size);
    const std::vector<cookie_pair> cookies = read(text);
    hold(is_same(split(text), cookies), "the cookies are those of a plain split");
    for (const cookie_pair& each : cookies)
        check_one(each, text);

    const cookie_view view{text};
    for (const cookie_pair& each : cookies) {
        const auto first = std::find_if(cookies.begin(), cookies.end(), [&](const auto& other) {
            return other.name == each.name;
        });
        const auto found = view.find(each.name);
        hold(found && found->data() == first->value.data(), "find() finds the first");
    }
    hold(!view.find(""), "no cookie is without a name");

    const std::string printed = print(cookies);
    hold(is_same(read(printed), cookies), "what is printed is read as the same");
    return 0;
}
