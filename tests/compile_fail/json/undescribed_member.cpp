// SPDX-License-Identifier: BSL-1.0
// A described struct with a member that is not.

#include <frevo/features/json.hpp>

#include <string_view>

struct draft
{
    std::string_view title;
};
BOOST_DESCRIBE_STRUCT(draft, (), (title))

frevo::result<frevo::json<draft>> take(frevo::request& req)
{
    return frevo::extractor<frevo::json<draft>>::from(req);
}
