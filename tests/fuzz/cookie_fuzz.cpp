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

std::vector<cookie_pair> read(std::string_view text)
{
    const cookie_view view{text};
    std::vector<cookie_pair> cookies;
    for (auto it = view.begin(); it != view.end();)
        cookies.push_back(*it++);
    std::size_t at = 0;
    for (const cookie_pair& each : view) {
        hold(
            at < cookies.size() && each.name == cookies[at].name && each.value == cookies[at].value,
            "both ways to step see the same");
        ++at;
    }
    hold(at == cookies.size(), "both ways to step see as many");
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
    const std::vector<cookie_pair> again = read(printed);
    hold(again.size() == cookies.size(), "what is printed is read again");
    for (std::size_t i = 0; i < again.size(); ++i)
        hold(
            again[i].name == cookies[i].name && again[i].value == cookies[i].value,
            "what is printed is read as the same");
    return 0;
}
