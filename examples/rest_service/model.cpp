// SPDX-License-Identifier: BSL-1.0
// The one rule that takes more than a line.
#include "model.hpp"

#include <frevo/core/from_text.hpp>

#include <chrono>
#include <string_view>

namespace tracker {

bool is_date(const std::string& text)
{
    const std::string_view view = text;
    if (view.size() != 10 || view[4] != '-' || view[7] != '-')
        return false;
    const auto year = frevo::from_text<unsigned short>(view.substr(0, 4));
    const auto month = frevo::from_text<unsigned char>(view.substr(5, 2));
    const auto day = frevo::from_text<unsigned char>(view.substr(8, 2));
    if (!year || !month || !day)
        return false;
    return std::chrono::year_month_day{
        std::chrono::year{*year}, std::chrono::month{*month}, std::chrono::day{*day}}
        .ok();
}

} // namespace tracker
