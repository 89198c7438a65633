// SPDX-License-Identifier: BSL-1.0
// Keeps log records from stderr and shows them to the test.
#pragma once

#include <frevo/core/log.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace frevo::testing {

/// Takes all log records while it lives. Threads: any may log.
class captured_log final : public log_sink
{
public:
    captured_log() : before_(set_log_sink(this)) {}
    ~captured_log() override { set_log_sink(before_); }
    captured_log(const captured_log&) = delete;
    captured_log& operator=(const captured_log&) = delete;

    void write(const log_record& record) noexcept override
    {
        const std::lock_guard lock{guard_};
        std::string line;
        append_log_line(line, record);
        lines_.push_back(std::move(line));
    }

    /// How many records hold this text.
    std::size_t count(std::string_view text) const
    {
        const std::lock_guard lock{guard_};
        std::size_t found = 0;
        for (const std::string& line : lines_)
            found += line.find(text) != std::string::npos ? 1u : 0u;
        return found;
    }

private:
    mutable std::mutex guard_;
    std::vector<std::string> lines_;
    log_sink* before_;
};

} // namespace frevo::testing
