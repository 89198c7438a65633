// SPDX-License-Identifier: BSL-1.0
// A member named by its text.

#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
constexpr auto rules(draft*)
{
    return frevo::rules<draft>(frevo::optional("title"));
}
