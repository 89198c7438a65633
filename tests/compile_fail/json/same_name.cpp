// SPDX-License-Identifier: BSL-1.0
// Two members with one name in JSON.

#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title, name))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::name, frevo::named("title")));
}

frevo::result<draft> take(std::string_view text)
{
    return frevo::read_json<draft>(text);
}
