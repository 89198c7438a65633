// SPDX-License-Identifier: BSL-1.0
// A struct without a description is not JSON.

#include <frevo/features/json.hpp>

struct draft
{
    int year = 0;
};

std::string text()
{
    return frevo::write_json(draft{});
}
