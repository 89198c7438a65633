// SPDX-License-Identifier: BSL-1.0
// A plain reading of what may stand between the brackets of a host, for comparison.
#pragma once

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::testing {

inline std::vector<std::string> split_at(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.emplace_back(text.substr(at, end - at));
        if (end == text.npos)
            return parts;
        at = end + separator.size();
    }
}

inline bool is_hex(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

inline bool may_be_ipv4(std::string_view text)
{
    const auto parts = split_at(text, ".");
    return parts.size() == 4 && std::ranges::all_of(parts, [](const std::string& part) {
               return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, is_digit) &&
                      std::stoi(part) <= 255 && (part.size() == 1 || part[0] != '0');
           });
}

/// Source: RFC 3986 section 3.2.2: eight groups, of which "::" stands for at least one.
inline bool may_be_ipv6(std::string text)
{
    if (const std::size_t colon = text.rfind(':'); text.find('.') != text.npos) {
        if (colon == text.npos || !may_be_ipv4(std::string_view{text}.substr(colon + 1)))
            return false;
        text.replace(colon + 1, text.npos, "0:0");
    }
    const auto sides = split_at(text, "::");
    std::size_t groups = 0;
    for (const std::string& side : sides) {
        if (side.empty() && sides.size() == 2)
            continue;
        for (const std::string& group : split_at(side, ":")) {
            if (group.size() > 4 || !is_hex(group))
                return false;
            ++groups;
        }
    }
    return sides.size() == 1 ? groups == 8 : sides.size() == 2 && groups <= 7;
}

/// An IPv6 address, or a later form such as "v1.x".
inline bool may_be_ip_literal(std::string_view text)
{
    if (text.empty() || to_lower(text.front()) != 'v')
        return may_be_ipv6(std::string{text});
    const std::size_t dot = std::min(text.find('.'), text.size());
    const std::string_view rest = text.substr(dot);
    return is_hex(text.substr(1, dot - 1)) && rest.size() > 1 &&
           std::ranges::all_of(rest.substr(1), [](char c) {
               return is_alpha(c) || is_digit(c) ||
                      std::string_view{"-._~!$&'()*+,;=:"}.find(c) != std::string_view::npos;
           });
}

} // namespace frevo::testing
