// SPDX-License-Identifier: BSL-1.0
// length() of a number.

#include <frevo/features/json.hpp>

struct draft
{
    int year = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (year))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::year, frevo::length(1, 4)));
}
