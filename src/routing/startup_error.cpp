// SPDX-License-Identifier: BSL-1.0
// Joins the findings to one message.
#include <frevo/routing/startup_error.hpp>

#include <utility>

namespace frevo {

namespace {

std::string join(const std::vector<std::string>& findings)
{
    std::string text = "frevo cannot start this application:";
    for (const std::string& each : findings)
        text += "\n  " + each;
    return text;
}

} // namespace

startup_error::startup_error(std::vector<std::string> findings)
    : std::runtime_error(join(findings)), findings_(std::move(findings))
{}

startup_error::startup_error(const startup_error& other) = default;
startup_error& startup_error::operator=(const startup_error& other) = default;
startup_error::~startup_error() = default;

} // namespace frevo
