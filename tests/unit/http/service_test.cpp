// SPDX-License-Identifier: BSL-1.0
// What escapes a handler, and what of it a client may see.
#include "support/captured_log.hpp"
#include "support/made_request.hpp"
#include "support/simple_service.hpp"

#include <frevo/http/service.hpp>

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <doctest/doctest.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::captured_log;
using frevo::testing::made_request;
using frevo::testing::run_coroutine;

namespace {

template <class Thrown>
std::exception_ptr made(Thrown value)
{
    return std::make_exception_ptr(std::move(value));
}

/// Everything of an answer as one text.
std::string all_of(const response& answer)
{
    return std::to_string(to_int(answer.status())) + std::string{answer.headers().text()} +
           std::string{answer.body().view()};
}

class cancelled_source final : public request_source
{
public:
    std::string_view peer() const noexcept override { return {}; }
    frevo::cancel_reason cancelled() const noexcept override { return why; }
    std::optional<std::string_view> whole() const noexcept override { return std::nullopt; }
    awaitable<result<std::string_view>> wait() override { co_return std::string_view{}; }
    frevo::cancel_reason why = frevo::cancel_reason::deadline;
};

} // namespace

TEST_CASE("a problem that is thrown is itself")
{
    captured_log log;
    made_request any{method::get, "/"};
    problem thrown{status::conflict, "The name is taken."};
    thrown.header(field::retry_after, "3");
    const response answer = response_to(made(thrown), any.get());
    CHECK(answer.status() == status::conflict);
    CHECK(answer.body().view() == thrown.to_json());
    CHECK(answer.headers().get(field::retry_after) == "3");
    CHECK(log.count("") == 0); // nothing has failed
}

TEST_CASE("the text of any other exception goes to the log and never to the client")
{
    const std::string secret = "password=12345 at /etc/secret";
    const std::exception_ptr all[] = {
        made(std::runtime_error{secret}),
        made(std::logic_error{secret}),
        made(boost::system::system_error{boost::asio::error::connection_refused, secret}),
        made(boost::system::system_error{boost::asio::error::operation_aborted, secret}),
        made(std::invalid_argument{secret}),
    };
    for (const std::exception_ptr& each : all) {
        captured_log log;
        made_request any{method::post, "/books?key=secret"};
        request_access::set_id(any.get(), "r-17");
        const response answer = response_to(each, any.get());
        CHECK(answer.status() == status::internal_server_error);
        CHECK(answer.content_type() == "application/problem+json");
        for (const char* word : {"password", "12345", "secret", "refused", "argument", "error "})
            CHECK(all_of(answer).find(word) == std::string::npos);
        CHECK(log.count("password=12345") == 1);
        CHECK(log.count("r-17") == 1);
        CHECK(log.count("POST") == 1);
    }
}

TEST_CASE("what is no exception class is answered and logged, too")
{
    captured_log log;
    made_request any{method::get, "/"};
    CHECK(response_to(made(42), any.get()).status() == status::internal_server_error);
    CHECK(log.count("unknown type") == 1);
    CHECK(response_to(made(std::bad_alloc{}), any.get()).status() == status::internal_server_error);
    CHECK(log.count("bad_alloc") == 1);
}

TEST_CASE("an aborted operation is no failure when the request was cancelled")
{
    captured_log log;
    cancelled_source source;
    request_head head;
    request req;
    request_access::begin(req, {&head, "", nullptr, &source, nullptr, {}});
    const auto aborted = made(boost::system::system_error{boost::asio::error::operation_aborted});
    const response late = response_to(aborted, req);
    CHECK(late.status() == status::service_unavailable);
    CHECK(late.body().view().find("The request took too long.") != std::string_view::npos);
    source.why = frevo::cancel_reason::shutdown;
    CHECK(response_to(aborted, req).body().view().find("shutting down") != std::string_view::npos);
    CHECK(log.count("") == 0);
    // Other failures stay what they are.
    CHECK(
        response_to(made(boost::system::system_error{boost::asio::error::eof}), req).status() ==
        status::internal_server_error);
    CHECK(log.count("") == 1);
    source.why = frevo::cancel_reason::none;
    CHECK(response_to(aborted, req).status() == status::internal_server_error);
    CHECK(log.count("") == 2);
}

TEST_CASE("an endpoint that throws is answered for, whichever way it runs")
{
    captured_log log;
    simple_service service;
    const endpoint& plain =
        service.on("/plain", [](request&) -> response { throw std::runtime_error{"oops"}; });
    const endpoint& waiting = service.on_waiting("/waiting", [](request&) -> awaitable<response> {
        throw problem{status::gone};
        co_return response{};
    });
    const endpoint& early =
        service.on_waiting("/early", [](request&) -> awaitable<response> { // no coroutine
            throw problem{status::conflict};
        });
    made_request any{method::get, "/"};
    request_access::set_endpoint(any.get(), plain);
    CHECK(run_now(plain, any.get()).status() == status::internal_server_error);
    CHECK(
        run_coroutine(frevo::detail::run(plain, any.get())).status() ==
        status::internal_server_error);
    CHECK(run_coroutine(frevo::detail::run(waiting, any.get())).status() == status::gone);
    CHECK(run_coroutine(frevo::detail::run(early, any.get())).status() == status::conflict);
    CHECK(log.count("oops") == 2);
}

TEST_CASE("an endpoint carries its pattern, its names and its limit")
{
    simple_service service;
    endpoint& target = service.on("/", [](request&) { return response{}; });
    CHECK(target.pattern().empty());
    CHECK(target.body_limit() == endpoint::server_body_limit);
    CHECK_FALSE(target.wants_body());
    CHECK_FALSE(target.handler_waits());
    target.set_pattern("/books/{id}", {"id"});
    target.set_body_limit(5);
    CHECK(target.pattern() == "/books/{id}");
    CHECK(target.param_names() == std::vector<std::string>{"id"});
    CHECK(target.body_limit() == 5);
}
