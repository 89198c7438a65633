// SPDX-License-Identifier: BSL-1.0
// Bounds with fractions for an integer.

#include <frevo/features/json.hpp>

struct draft
{
    int year = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (year))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::year, frevo::at_least(0.5)));
}
