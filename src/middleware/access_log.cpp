// SPDX-License-Identifier: BSL-1.0
// Takes the time before, writes the record after.
#include <frevo/http/service.hpp>
#include <frevo/http/time.hpp>
#include <frevo/middleware/access_log.hpp>

#include <array>
#include <chrono>
#include <cstdint>

namespace frevo {

std::optional<response> access_log::before(request& req) const
{
    if (log_enabled(level_))
        detail::request_access::set_stamp(req, clock::now().time_since_epoch().count());
    return std::nullopt;
}

void access_log::after(const request& req, response& answer) const
{
    if (!log_enabled(level_))
        return;
    const clock::duration taken{
        clock::now().time_since_epoch().count() - detail::request_access::stamp(req)};
    const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(taken).count();
    const std::array<log_field, 7> values{{
        {"method", to_string(req.method())},
        {"target", req.target()},
        {"status", to_int(answer.status())},
        {"bytes", answer.body().size()},
        {"duration_us", std::int64_t{duration}},
        {"peer", req.peer()},
        {"request_id", req.id()},
    }};
    detail::write_log(
        level_, "request", {values.data(), values.size() - (req.id().empty() ? 1 : 0)});
}

} // namespace frevo
