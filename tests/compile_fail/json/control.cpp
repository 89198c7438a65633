// SPDX-License-Identifier: BSL-1.0
// The control: the same without a mistake.

#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
    int year = 0;
    std::vector<std::string> tags;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title, year, tags))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(
        frevo::rule(&draft::title, frevo::length(1, 80)),
        frevo::rule(&draft::year, frevo::range(0, 3000)),
        frevo::rule(&draft::tags, frevo::each(frevo::one_of("red", "green"))),
        frevo::optional(&draft::year));
}

frevo::result<frevo::json<draft>> take(frevo::request& req)
{
    return frevo::extractor<frevo::json<draft>>::from(req);
}

std::string text()
{
    return frevo::write_json(draft{});
}
