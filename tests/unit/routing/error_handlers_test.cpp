// SPDX-License-Identifier: BSL-1.0
// Tests of answering for exceptions of the application.
#include "unit/routing/routed.hpp"

#include <frevo/core/log.hpp>
#include <frevo/http/error_handler.hpp>
#include <frevo/routing/signature.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace frevo;
using frevo::testing::routed;

namespace {

struct missing : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct missing_book : missing
{
    using missing::missing;
};

/// Keeps the "what" of every record.
class kept_log final : public log_sink
{
public:
    kept_log() : before_(set_log_sink(this)) {}
    ~kept_log() override { set_log_sink(before_); }

    void write(const log_record& record) noexcept override
    {
        for (const log_field& each : record.values) {
            if (each.name == "what")
                texts.emplace_back(each.value.text());
        }
    }

    std::vector<std::string> texts;

private:
    log_sink* before_;
};

/// As app::on_error does.
template <class Call>
void on_error(routed& routes, Call call)
{
    using error = std::remove_cvref_t<detail::first_argument_t<Call>>;
    routes.router.add_error_handler(
        std::make_unique<detail::error_handler_of<error, Call>>(std::move(call)));
}

problem not_found(const missing& error)
{
    return problem{status::not_found, error.what()};
}

struct failing_hook
{
    std::optional<response> before(request&) const { throw missing{"no hook"}; }
};

} // namespace

TEST_CASE("an exception of a type that is known gets the answer that is given for it")
{
    kept_log log;
    routed routes;
    on_error(routes, not_found);
    routes.get("/plain", []() -> const char* { throw missing{"no page"}; });
    routes.get("/derived", []() -> const char* { throw missing_book{"no book"}; });
    routes.get("/coroutine", []() -> awaitable<const char*> {
        throw missing{"no page"};
        co_return "";
    });
    routes.get("/hook", [] { return "never"; }).use(failing_hook{});
    CHECK(routes.text(method::get, "/plain").find("404 {") == 0);
    CHECK(routes.text(method::get, "/plain").find("no page") != std::string::npos);
    CHECK(routes.text(method::get, "/derived").find("no book") != std::string::npos);
    CHECK(routes.text(method::get, "/coroutine").find("404 {") == 0);
    CHECK(routes.text(method::get, "/hook").find("no hook") != std::string::npos);
    CHECK(log.texts.empty());
}

TEST_CASE("the first function that fits answers, and may look at the request")
{
    routed routes;
    on_error(routes, [](const missing_book&) { return "book"; });
    on_error(routes, [](const missing&, const request& req) {
        return "missing at " + std::string{req.path()};
    });
    on_error(routes, [](const std::exception&) { return "anything"; });
    routes.get("/book", []() -> const char* { throw missing_book{""}; });
    routes.get("/page", []() -> const char* { throw missing{""}; });
    routes.get("/other", []() -> const char* { throw std::logic_error{""}; });
    CHECK(routes.text(method::get, "/book") == "200 book");
    CHECK(routes.text(method::get, "/page") == "200 missing at /page");
    CHECK(routes.text(method::get, "/other") == "200 anything");
}

TEST_CASE("problems are answers already")
{
    routed routes;
    on_error(routes, [](const std::exception&) { return "anything"; });
    routes.get("/", []() -> const char* { throw problem{status::conflict}; });
    CHECK(routes.text(method::get, "/").find("409 {") == 0);
}

TEST_CASE("what is not known is 500, and every 5xx is logged with its real text")
{
    kept_log log;
    routed routes;
    on_error(routes, [](const missing&) { return problem{status::service_unavailable}; });
    on_error(routes, [](const std::out_of_range&) -> const char* { throw missing{"again"}; });
    on_error(routes, [](const std::length_error&) -> const char* {
        throw problem{status::bad_request};
    });
    routes.get("/unknown", []() -> const char* { throw std::logic_error{"secret"}; });
    routes.get("/number", []() -> const char* { throw 7; });
    routes.get("/known", []() -> const char* { throw missing{"disk"}; });
    routes.get("/again", []() -> const char* { throw std::out_of_range{"first"}; });
    routes.get("/problem", []() -> const char* { throw std::length_error{""}; });
    const std::string unknown = routes.text(method::get, "/unknown");
    CHECK(unknown.find("500 {") == 0);
    CHECK(unknown.find("secret") == std::string::npos);
    CHECK(routes.text(method::get, "/number").find("500 {") == 0);
    CHECK(routes.text(method::get, "/known").find("503 {") == 0);
    CHECK(routes.text(method::get, "/again").find("500 {") == 0);
    CHECK(routes.text(method::get, "/problem").find("400 {") == 0);
    CHECK(
        log.texts ==
        std::vector<std::string>{"secret", "an exception of an unknown type", "disk", "first"});
}
