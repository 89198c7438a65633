// SPDX-License-Identifier: BSL-1.0
// A rule for a member of another struct.

#include <frevo/features/json.hpp>

struct other
{
    std::string name;
};
struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&other::name, frevo::length(1, 80)));
}
