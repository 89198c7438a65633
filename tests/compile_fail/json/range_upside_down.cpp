// SPDX-License-Identifier: BSL-1.0
// A range whose bounds are exchanged.

#include <frevo/features/json.hpp>

struct draft
{
    int year = 0;
};
BOOST_DESCRIBE_STRUCT(draft, (), (year))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::rule(&draft::year, frevo::range(3000, 0)));
}

frevo::result<draft> take(std::string_view text)
{
    return frevo::read_json<draft>(text);
}
