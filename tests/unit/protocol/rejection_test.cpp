// SPDX-License-Identifier: BSL-1.0
// Tests of the table of refusals.

#include "protocol/rejection.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

using namespace frevo::detail;

TEST_CASE("every refusal has a name of its own, an error status, a title and a source")
{
    std::set<std::string_view> names;
    for (const rejection_info& row : all_rejections()) {
        CAPTURE(row.name);
        CHECK(names.insert(row.name).second);
        CHECK(row.reason != rejection::none);
        CHECK(frevo::is_error(row.status));
        CHECK(row.title.ends_with('.'));
        CHECK(row.source.starts_with("RFC "));
        CHECK(row.source.find(" section ") != std::string_view::npos);
        CHECK(&describe(row.reason) == &row);
    }
    CHECK(describe(rejection::none).name == "none");
}
