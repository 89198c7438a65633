// SPDX-License-Identifier: BSL-1.0
// range() of a text.

#include <frevo/features/json.hpp>

struct draft
{
    std::optional<std::string> title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::title, frevo::range(1, 4)));
}
