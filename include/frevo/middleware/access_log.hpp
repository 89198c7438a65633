// SPDX-License-Identifier: BSL-1.0
// Logs every answer.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/log.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <optional>

namespace frevo {

/// Middleware that logs one record per answer: method, target, status, bytes of content, duration,
/// peer, and the request's id if it has one.
///
/// Use it first, so that it sees what the others did. Targets are logged as they were sent; an
/// application that puts secrets into queries needs a log of its own.
/// Cost: two readings of the clock, no allocation.
class FREVO_API access_log
{
public:
    /// Logs at this level. Default: `info`.
    explicit access_log(log_level level = log_level::info) noexcept : level_(level) {}

    std::optional<response> before(request& req) const;
    void after(const request& req, response& answer) const;

private:
    log_level level_;
};

} // namespace frevo
