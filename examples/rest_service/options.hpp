// SPDX-License-Identifier: BSL-1.0
// What the service can be told: on the command line, else in the environment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

namespace tracker {

struct options
{
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;
    std::size_t threads = 0; ///< one per core
    std::string database = "tracker.db";
    bool help = false;
};

/// An option that cannot be understood; `what()` is a sentence.
class usage_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// The value of an environment variable, or null.
using environment = std::function<const char*(const char* name)>;

/// Reads the arguments after the program's name. Errors: `usage_error`.
options read_options(std::span<const char* const> arguments, const environment& variable);

/// The text of --help.
std::string usage();

} // namespace tracker
