// SPDX-License-Identifier: BSL-1.0
// Described types that the JSON tests read and write, and short forms of reading them.
#pragma once

#include <frevo/core/patch.hpp>
#include <frevo/features/json.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace json_types {

enum class colour : std::uint8_t
{
    red,
    green,
    blue = 200
};
BOOST_DESCRIBE_ENUM(colour, red, green, blue)

enum class wide : std::int64_t
{
    low = -5'000'000'000,
    high = 5'000'000'000
};
BOOST_DESCRIBE_ENUM(wide, low, high)

struct integers
{
    std::int8_t i8 = 0;
    std::int16_t i16 = 0;
    std::int32_t i32 = 0;
    std::int64_t i64 = 0;
    std::uint8_t u8 = 0;
    std::uint16_t u16 = 0;
    std::uint32_t u32 = 0;
    std::uint64_t u64 = 0;
    long long ll = 0;
};
BOOST_DESCRIBE_STRUCT(integers, (), (i8, i16, i32, i64, u8, u16, u32, u64, ll))

struct item
{
    std::string name;
    int quantity = 1;
    double price = 0;
    std::vector<std::string> tags;
};
BOOST_DESCRIBE_STRUCT(item, (), (name, quantity, price, tags))

struct order
{
    std::int64_t id = 0;
    std::string customer;
    std::optional<std::string> note;
    colour paint = colour::red;
    std::vector<item> items;
    std::map<std::string, int> counts;
};
BOOST_DESCRIBE_STRUCT(order, (), (id, customer, note, paint, items, counts))

struct containers
{
    std::vector<bool> bits;
    std::array<int, 3> triple{};
    std::deque<int> queue;
    std::list<std::string> list;
    std::unordered_map<std::string, std::vector<int>> lists;
    std::vector<std::optional<int>> gaps;
    std::map<std::string, item> items;
};
BOOST_DESCRIBE_STRUCT(containers, (), (bits, triple, queue, list, lists, gaps, items))

struct tree
{
    std::string name;
    std::vector<tree> children;
};
BOOST_DESCRIBE_STRUCT(tree, (), (name, children))

struct identified
{
    int id = 0;
};
BOOST_DESCRIBE_STRUCT(identified, (), (id))

struct document : identified
{
    std::string title = "untitled";
    float weight = 1.5F;
    bool open = true;
};
BOOST_DESCRIBE_STRUCT(document, (identified), (title, weight, open))
constexpr auto rules(document*)
{
    return frevo::rules<document>(frevo::all_optional, frevo::required(&document::id));
}

struct changes
{
    std::optional<std::string> title;
    frevo::nullable<int> parent;
};
BOOST_DESCRIBE_STRUCT(changes, (), (title, parent))
constexpr auto rules(changes*)
{
    return frevo::rules<changes>(frevo::unknown_members::refuse);
}

inline bool is_even(int number)
{
    return number % 2 == 0;
}

struct draft
{
    std::string title;
    int year = 1999;
    std::vector<std::string> tags;
    std::optional<std::string> note;
    std::string kind = "book";
    double price = 0;
    int pages = 2;
    std::map<std::string, int> scores;
    int class_ = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title, year, tags, note, kind, price, pages, scores, class_))
constexpr auto rules(draft*)
{
    using namespace frevo;
    return frevo::rules<draft>(
        rule(&draft::title, length(1, 8)), rule(&draft::year, range(0, 3000)),
        rule(&draft::tags, max_length(3), each(length(2, 4))), rule(&draft::note, min_length(3)),
        rule(&draft::kind, one_of("book", "map")), rule(&draft::price, at_least(0.5)),
        rule(&draft::pages, satisfies(&is_even, "even", "must be even")),
        rule(&draft::scores, each(at_most(10))), rule(&draft::class_, named("class/of~")),
        frevo::optional(
            &draft::year, &draft::tags, &draft::kind, &draft::price, &draft::pages, &draft::scores,
            &draft::class_));
}

/// Reads text that must fit.
template <class T>
T read(std::string_view text)
{
    CAPTURE(text);
    frevo::result<T> got = frevo::read_json<T>(text);
    if (!got)
        FAIL(got.error().to_json());
    return *std::move(got);
}

/// What is wrong with a text: "/pointer code", one line each, or the detail of a 400.
template <class T>
std::string
faults(std::string_view text, const frevo::json_limits& limits = frevo::json_limits_of<T>)
{
    const frevo::result<T> got = frevo::read_json<T>(text, limits);
    if (got)
        return "none";
    if (got.error().code() == frevo::status::bad_request)
        return "400 " + got.error().detail();
    CHECK(got.error().code() == frevo::status::unprocessable_content);
    std::string lines;
    for (const frevo::problem_fault& each : got.error().faults())
        lines += each.pointer() + " " + each.code() + "\n";
    return lines;
}

/// The sentence of the first fault.
template <class T>
std::string sentence(std::string_view text)
{
    const frevo::result<T> got = frevo::read_json<T>(text);
    if (got || got.error().faults().empty())
        return "none";
    return got.error().faults().front().detail();
}

} // namespace json_types
