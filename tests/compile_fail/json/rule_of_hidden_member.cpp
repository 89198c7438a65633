// SPDX-License-Identifier: BSL-1.0
// A rule for a member that the description leaves out.

#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
    int year = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::optional(&draft::year));
}

frevo::result<draft> take(std::string_view text)
{
    return frevo::read_json<draft>(text);
}
