// SPDX-License-Identifier: BSL-1.0
// Reading a struct that cannot be made without arguments.

#include <frevo/features/json.hpp>

struct draft
{
    explicit draft(int its_year) : year(its_year) {}

    int year;
};
BOOST_DESCRIBE_STRUCT(draft, (), (year))

frevo::result<draft> take(std::string_view text)
{
    return frevo::read_json<draft>(text);
}
