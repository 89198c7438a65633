// SPDX-License-Identifier: BSL-1.0
// A patch that could empty a member which is never empty.

#include <frevo/core/patch.hpp>
#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
struct changes
{
    frevo::nullable<std::string> title;
};
BOOST_DESCRIBE_STRUCT(changes, (), (title))

bool apply(draft& target, const changes& change)
{
    return frevo::patch(target, change);
}
