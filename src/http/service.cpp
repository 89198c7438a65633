// SPDX-License-Identifier: BSL-1.0
// Runs an endpoint with its middleware.
#include <frevo/core/log.hpp>
#include <frevo/http/service.hpp>
#include <frevo/http/worker_state.hpp>

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <stdexcept>

namespace frevo::detail {

endpoint::~endpoint() = default;
error_handler::~error_handler() = default;
service::~service() = default;
worker_state::~worker_state() = default;
worker_state_source::~worker_state_source() = default;

void endpoint::set_chain(middleware_chain chain)
{
    if (chain.size() > 250) // positions are counted in a byte
        throw std::length_error{"more than 250 middleware on one route"};
    chain_ = std::move(chain);
    immediate_ =
        !handler_waits_ && std::none_of(chain_.begin(), chain_.end(), [](const auto& each) {
            return each.get().around();
        });
}

void endpoint::set_pattern(std::string pattern, std::vector<std::string> param_names)
{
    pattern_ = std::move(pattern);
    param_names_ = std::move(param_names);
}

std::optional<response> enter_hooks(const endpoint& target, request& req, std::uint8_t& at)
{
    const middleware_chain& chain = target.chain();
    while (at < chain.size() && !chain[at].get().around()) {
        std::optional<response> early = chain[at].get().before(req);
        ++at;
        if (early)
            return early;
    }
    return std::nullopt;
}

void leave_hooks(
    const endpoint& target, request& req, std::uint8_t from, std::uint8_t at,
    response& answer) noexcept
{
    const middleware_chain& chain = target.chain();
    while (at > from) {
        --at;
        try {
            chain[at].get().after(req, answer);
        } catch (...) {
            answer = response_to(std::current_exception(), req);
        }
    }
}

bool can_handle_now(const endpoint& target, const request& req) noexcept
{
    return !target.handler_waits() && (!target.wants_body() || req.body());
}

response run_now(const endpoint& target, request& req) noexcept
{
    std::uint8_t at = 0;
    response answer;
    try {
        std::optional<response> early = enter_hooks(target, req, at);
        answer = early ? *std::move(early) : target.handle_now(req);
    } catch (...) {
        answer = response_to(std::current_exception(), req);
    }
    leave_hooks(target, req, 0, at, answer);
    return answer;
}

awaitable<response> run(const endpoint& target, request& req, std::uint8_t from)
{
    std::uint8_t at = from;
    response answer;
    std::exception_ptr failure;
    try {
        std::optional<response> early = enter_hooks(target, req, at);
        if (early)
            answer = *std::move(early);
        else if (at < target.chain().size()) {
            const next rest{target, static_cast<std::uint8_t>(at + 1)};
            answer = co_await target.chain()[at].get().call(req, rest);
        } else if (can_handle_now(target, req))
            answer = target.handle_now(req);
        else
            answer = co_await target.handle(req);
    } catch (...) {
        failure = std::current_exception();
    }
    if (failure)
        answer = response_to(failure, req);
    leave_hooks(target, req, from, at, answer);
    co_return answer;
}

namespace {

void log_failure(const request& req, std::string_view what) noexcept
{
    log(log_level::error, "a handler failed",
        {{"what", what},
         {"method", to_string(req.method())},
         {"route", req.matched_route()},
         {"request_id", req.id()}});
}

/// The answer of the first handler of `on_error` that knows the exception.
std::optional<response> known_answer(const std::exception_ptr& error, const request& req)
{
    const endpoint* target = request_access::target(req);
    if (target == nullptr || target->on_error() == nullptr)
        return std::nullopt;
    for (const auto& each : *target->on_error()) {
        if (std::optional<response> answer = each->answer(error, req))
            return answer;
    }
    return std::nullopt;
}

response
failure(const std::exception_ptr& error, const request& req, std::string_view what) noexcept
{
    try {
        std::optional<response> answer = known_answer(error, req);
        if (!answer || is_server_error(answer->status()))
            log_failure(req, what);
        if (answer)
            return *std::move(answer);
    } catch (const problem& thrown) {
        return response{thrown};
    } catch (...) {
        log_failure(req, what);
        log(log_level::error, "a function given to on_error failed", {{"request_id", req.id()}});
    }
    // The text of an unexpected exception may hold secrets; it stays in the log.
    return response{problem{status::internal_server_error}};
}

} // namespace

const char* detail_of(cancel_reason why) noexcept
{
    switch (why) {
    case cancel_reason::none:
        break;
    case cancel_reason::client_left:
        return "The client left.";
    case cancel_reason::deadline:
        return "The request took too long.";
    case cancel_reason::shutdown:
        return "The server is shutting down.";
    }
    return "";
}

response response_to(std::exception_ptr error, const request& req) noexcept
{
    try {
        std::rethrow_exception(error);
    } catch (const problem& known) {
        return response{known};
    } catch (const boost::system::system_error& failed) {
        if (req.cancelled() != cancel_reason::none &&
            failed.code() == boost::asio::error::operation_aborted)
            return response{problem{status::service_unavailable, detail_of(req.cancelled())}};
        return failure(error, req, failed.what());
    } catch (const std::exception& failed) {
        return failure(error, req, failed.what());
    } catch (...) {
        return failure(error, req, "an exception of an unknown type");
    }
}

} // namespace frevo::detail
