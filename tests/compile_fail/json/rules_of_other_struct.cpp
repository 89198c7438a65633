// SPDX-License-Identifier: BSL-1.0
// rules() that returns the rules of another struct.

#include <frevo/features/json.hpp>

struct other
{
    int year = 0;
};
struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<other>(frevo::optional(&other::year));
}

frevo::result<draft> take(std::string_view text)
{
    return frevo::read_json<draft>(text);
}
