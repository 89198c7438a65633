// SPDX-License-Identifier: BSL-1.0
// A patch with a member that its target lacks.

#include <frevo/core/patch.hpp>
#include <frevo/features/json.hpp>

struct draft
{
    std::string title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))
struct changes
{
    std::optional<std::string> titel;
};
BOOST_DESCRIBE_STRUCT(changes, (), (titel))

bool apply(draft& target, const changes& change)
{
    return frevo::patch(target, change);
}
