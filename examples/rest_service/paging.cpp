// SPDX-License-Identifier: BSL-1.0
// Cursors and links to pages.
#include "paging.hpp"

#include <frevo/core/base64.hpp>
#include <frevo/core/query.hpp>
#include <frevo/features/json.hpp>

#include <utility>

namespace tracker {

std::string to_cursor(const position& last)
{
    return frevo::base64_encode(frevo::write_json(last), frevo::base64_alphabet::url);
}

std::string link_to(std::string_view cursor, const frevo::request& req)
{
    std::string link{req.path()};
    link += '?';
    for (const auto& [name, value] : frevo::query_view{req.query()}) {
        if (name != "cursor")
            link.append(name).append("=").append(value).append("&");
    }
    return link.append("cursor=").append(cursor);
}

} // namespace tracker

namespace frevo {

std::optional<tracker::page_size> text_conversion<tracker::page_size>::from(std::string_view text)
{
    const std::optional<int> size = from_text<int>(text);
    if (!size || *size < 1 || *size > 100)
        return std::nullopt;
    return tracker::page_size{*size};
}

std::optional<tracker::position> text_conversion<tracker::position>::from(std::string_view text)
{
    const std::optional<std::string> json = base64_decode(text, base64_alphabet::url);
    if (!json)
        return std::nullopt;
    result<tracker::position> read = read_json<tracker::position>(*json);
    if (!read)
        return std::nullopt;
    return *std::move(read);
}

} // namespace frevo
