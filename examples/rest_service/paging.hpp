// SPDX-License-Identifier: BSL-1.0
// Pages of a sorted list: order, size and cursor, as clients name them in a query.
#pragma once

#include "model.hpp"

#include <frevo/frevo.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum_to_string.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tracker {

/// A sort order: "due", or "-due" for the last one first.
template <class Key>
struct sort_order
{
    Key by{};
    bool descending = false;

    std::string text() const
    {
        std::string name{descending ? "-" : ""};
        return name.append(boost::describe::enum_to_string(by, ""));
    }
};

/// Most items of a page.
struct page_size
{
    int value = 20;
};

/// The place behind the last item of a page: its value of the sort key, and its id where those are
/// equal. It stays where it is whatever is added or removed.
struct position
{
    std::string order; ///< the sort order it belongs to
    std::string key;
    row_id id = 0;
};
BOOST_DESCRIBE_STRUCT(position, (), (order, key, id))

/// A position as clients see it: opaque text that needs no escapes in a link.
std::string to_cursor(const position& last);

/// Which page of a list a client wants.
template <class Key>
struct paging
{
    sort_order<Key> order;
    page_size size;
    std::optional<position> after;
};

/// One page, and where the next one is.
template <class T>
struct page
{
    std::vector<T> items;
    std::optional<std::string> next; ///< the store says a cursor, an answer the whole link

    BOOST_DESCRIBE_CLASS(page, (), (items, next), (), ())
};

/// The target of this request, but for the page that the cursor names.
std::string link_to(std::string_view cursor, const frevo::request& req);

} // namespace tracker

template <class Key>
struct frevo::text_conversion<tracker::sort_order<Key>>
{
    static constexpr std::string_view kind = text_of<Key>();

    static std::optional<tracker::sort_order<Key>> from(std::string_view text)
    {
        const bool descending = text.starts_with('-');
        const std::optional<Key> key = from_text<Key>(text.substr(descending ? 1 : 0));
        if (!key)
            return std::nullopt;
        return tracker::sort_order<Key>{*key, descending};
    }
};

template <>
struct frevo::text_conversion<tracker::page_size>
{
    static constexpr std::string_view kind = "number from 1 to 100";
    static std::optional<tracker::page_size> from(std::string_view text);
};

template <>
struct frevo::text_conversion<tracker::position>
{
    static constexpr std::string_view kind = "cursor from the link to a page";
    static std::optional<tracker::position> from(std::string_view text);
};

/// Pages can be asked for by any handler: `?sort=-due&limit=50&cursor=...`.
template <class Key>
struct frevo::extractor<tracker::paging<Key>>
{
    static result<tracker::paging<Key>> from(
        query<"sort", std::optional<tracker::sort_order<Key>>> order,
        query<"limit", std::optional<tracker::page_size>> size,
        query<"cursor", std::optional<tracker::position>> after)
    {
        tracker::paging<Key> wanted;
        wanted.order = order->value_or(tracker::sort_order<Key>{});
        wanted.size = size->value_or(tracker::page_size{});
        wanted.after = *std::move(after);
        if (wanted.after && wanted.after->order != wanted.order.text())
            return problem{status::bad_request, "The cursor belongs to another sort order."};
        return wanted;
    }
};
