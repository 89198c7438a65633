// SPDX-License-Identifier: BSL-1.0
// A map whose keys are numbers.

#include <frevo/features/json.hpp>

#include <map>

std::string text(const std::map<int, int>& counts)
{
    return frevo::write_json(counts);
}
