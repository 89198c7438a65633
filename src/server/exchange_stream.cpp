// SPDX-License-Identifier: BSL-1.0
// How a streamed answer gets from its producer to the connection.
#include "server/connection.hpp"
#include "server/exchange.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/log.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace frevo::detail {

namespace asio = boost::asio;

namespace {

// Fields that frame, route, authenticate or say how to take the content come too late behind it.
// Source: RFC 9110 section 6.5.1.
constexpr std::array<std::string_view, 15> not_in_trailers{
    "content-length", "transfer-encoding", "host",         "connection",       "te",
    "trailer",        "upgrade",           "content-type", "content-encoding", "content-range",
    "set-cookie",     "cache-control",     "date",         "location",         "keep-alive"};

} // namespace

bool exchange::needs_producer() noexcept
{
    return answer.body().is_produced() && head.method != method::head &&
           is_final(answer.status()) && allows_content(answer.status());
}

void exchange::take_answer(response&& made)
{
    answer = std::move(made);
    if (!needs_producer())
        return;
    if (reason == cancel_reason::none)
        begin_stream();
    else // too late for content that takes time
        answer = response{problem{status::service_unavailable, detail_of(reason)}};
}

awaitable<void> exchange::produce()
{
    body_writer out{*this};
    body_producer& producer = *answer.body().producer();
    co_await producer(out);
}

void exchange::begin_stream()
{
    streaming = true;
    pool_.wheel().clear(*this); // from now on the client's speed counts
    if (owner)
        owner->stream_ready();
}

void exchange::fail_stream(const std::exception_ptr& why)
{
    broken = true;
    if (reason != cancel_reason::none)
        return; // that is why
    std::string what = "an exception of an unknown type";
    try {
        std::rethrow_exception(why);
    } catch (const std::exception& thrown) {
        what = thrown.what();
    } catch (...) {}
    log(log_level::error, "a streamed response could not be made to its end",
        {{"what", what}, {"route", req.matched_route()}, {"request_id", req.id()}});
}

awaitable<void> exchange::write(std::string_view piece)
{
    if (piece.empty())
        co_return;
    if (const auto size = answer.body().known_size(); size && piece.size() > *size - content_sent)
        throw std::length_error{"more content than its size says"};
    while (owner && reason == cancel_reason::none && !owner->has_room(*this)) {
        co_await asio::async_initiate<const asio::deferred_t, void(boost::system::error_code)>(
            [this](auto handler) { writer_.park(std::move(handler), req.executor()); },
            asio::deferred);
    }
    if (!owner || reason != cancel_reason::none)
        throw boost::system::system_error{asio::error::operation_aborted};
    content_sent += piece.size();
    owner->write_piece(*this, piece);
}

void exchange::add_trailer(std::string_view name, std::string_view value)
{
    const bool misplaced =
        std::any_of(not_in_trailers.begin(), not_in_trailers.end(), [name](std::string_view each) {
            return equals_ignore_case(each, name);
        });
    if (misplaced)
        throw std::invalid_argument{"this field cannot be a trailer"};
    answer_trailers.add(name, value);
}

} // namespace frevo::detail
