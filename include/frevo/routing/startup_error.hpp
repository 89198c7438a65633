// SPDX-License-Identifier: BSL-1.0
// What stops an application from starting: all findings at once.
#pragma once

#include <frevo/config.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace frevo {

/// The reasons why an application cannot start, each with file and line where there is one.
///
/// `what()` holds all of them, one per line. Threads: a value.
class FREVO_API startup_error : public std::runtime_error
{
public:
    explicit startup_error(std::vector<std::string> findings);
    startup_error(const startup_error& other);
    startup_error& operator=(const startup_error& other);
    ~startup_error() override;

    /// One sentence each. Lifetime: as the object.
    const std::vector<std::string>& findings() const noexcept { return findings_; }

private:
    std::vector<std::string> findings_;
};

} // namespace frevo
