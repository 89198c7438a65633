// SPDX-License-Identifier: BSL-1.0
// each() of what has no elements.

#include <frevo/features/json.hpp>

struct draft
{
    int year = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (year))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::year, frevo::each(frevo::at_least(0))));
}
