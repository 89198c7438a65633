// SPDX-License-Identifier: BSL-1.0
// rule() with a plain number in place of a rule.

#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::title, 80));
}
