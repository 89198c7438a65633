// SPDX-License-Identifier: BSL-1.0
// Handlers that fail or are refused, and the request that follows on the same connection.
#include "support/captured_log.hpp"

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

using namespace std::chrono_literals;
using frevo::awaitable;
using frevo::body_writer;
using frevo::next;
using frevo::request;
using frevo::response;
using frevo::status;
using frevo::testing::call;
using frevo::testing::captured_log;
using frevo::testing::client;

namespace {

struct numbered
{
    int n = 0;
};
BOOST_DESCRIBE_STRUCT(numbered, (), (n))

struct echoed
{
    std::string note;
};
BOOST_DESCRIBE_STRUCT(echoed, (), (note))

struct no_such_thing
{};

/// Counts the answers that pass it, and marks them.
struct counting
{
    int* passed;
    void after(const request&, response& answer) const
    {
        ++*passed;
        answer.header("X-Seen", "yes");
    }
};

/// Refuses everybody.
struct refusing
{
    std::optional<response> before(request&) const { return response{status::unauthorized}; }
    void after(const request&, response&) const {}
};

std::size_t count_of(const std::string& text, std::string_view part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

std::string get(std::string_view target)
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

} // namespace

TEST_CASE("whatever a handler throws, before or after a wait, its connection goes on")
{
    const captured_log log;
    frevo::app app;
    app.get("/ping", [] { return "pong"; });
    app.get("/now", []() -> std::string { throw std::runtime_error{"secret"}; });
    app.get("/before", []() -> awaitable<std::string> {
        throw std::runtime_error{"secret"};
        co_return "";
    });
    app.get("/after", []() -> awaitable<std::string> {
        co_await frevo::sleep_for(1ms);
        throw std::runtime_error{"secret"};
    });
    app.get("/number", []() -> awaitable<std::string> {
        co_await frevo::sleep_for(1ms);
        throw 42;
    });
    auto group = app.group("/middleware");
    group.use([](request& req, next rest) -> awaitable<response> {
        response answer = co_await rest(req);
        co_await frevo::sleep_for(1ms);
        if (answer.status() == status::ok)
            throw std::runtime_error{"secret"};
        co_return answer;
    });
    group.get("/after", [] { return "fine"; });
    app.get("/own", []() -> awaitable<std::string> {
        co_await frevo::sleep_for(1ms);
        throw no_such_thing{};
    });
    app.on_error([](const no_such_thing&) { return response{status::not_found, "no such"}; });
    client c{std::move(app)};
    for (const char* path : {"/now", "/before", "/after", "/number", "/middleware/after"}) {
        CAPTURE(path);
        const std::string all = c.send_raw(get(path) + get("/ping"));
        CHECK(all.starts_with("HTTP/1.1 500 "));
        CHECK(all.ends_with("\r\n\r\npong"));
        CHECK(all.find("secret") == std::string::npos);
    }
    CHECK(log.count("secret") == 4);
    const std::string own = c.send_raw(get("/own") + get("/ping"));
    CHECK(own.starts_with("HTTP/1.1 404 "));
    CHECK(own.find("no such") != std::string::npos);
    CHECK(own.ends_with("\r\n\r\npong"));
}

TEST_CASE("a body that nobody wanted is never read as a request, whoever answered")
{
    int smuggled = 0;
    frevo::app app;
    app.get("/ping", [] { return "pong"; });
    app.get("/evil", [&] { ++smuggled; });
    app.post("/ignore", [] { return "ignored"; });
    app.post("/json", [](frevo::json<numbered> body) { return std::to_string(body->n); });
    app.post("/guarded", [](frevo::request_body<std::string> body) { return *body; })
        .use(refusing{});
    client c{std::move(app)};
    const std::pair<const char*, const char*> expected[] = {
        {"/ignore", "200"},
        {"/nope", "404"},
        {"/ping", "405"},
        {"/json", "415"},
        {"/guarded", "401"}};
    for (const std::string& body : {std::string{"abc"}, get("/evil")}) {
        const std::array<std::string, 2> framed = {
            "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"};
        for (const auto& [path, code] : expected) {
            for (const std::string& rest : framed) {
                CAPTURE(path);
                CAPTURE(rest);
                const std::string all = c.send_raw(
                    "POST " + std::string{path} + " HTTP/1.1\r\nHost: a\r\n" + rest + get("/ping"));
                CHECK(all.starts_with("HTTP/1.1 " + std::string{code} + " "));
                CHECK(count_of(all, "HTTP/1.1 ") == 2);
                CHECK(all.ends_with("\r\n\r\npong"));
            }
        }
    }
    CHECK(smuggled == 0);
}

TEST_CASE("middleware of the application sees every answer but refusals of the parser, once")
{
    int passed = 0;
    int guarded = 0;
    frevo::app app;
    app.use(counting{&passed});
    app.get("/only-get", [] { return "x"; });
    app.post("/json", [](frevo::json<numbered> body) { return std::to_string(body->n); });
    app.get("/guarded", [] { return "x"; }).use(counting{&guarded});
    client c{std::move(app)};
    const std::pair<call, status> expected[] = {
        {call{"GET", "/only-get"}, status::ok},
        {call{"GET", "/nope"}, status::not_found},
        {call{"DELETE", "/only-get"}, status::method_not_allowed},
        {call{"OPTIONS", "/only-get"}, status::no_content},
        {call{"GET", "/%zz"}, status::bad_request},
        {call{"POST", "/json"}.body("{", "application/json"), status::bad_request},
        {call{"POST", "/json"}.body("{\"n\":\"x\"}", "application/json"),
         status::unprocessable_content},
        {call{"POST", "/json"}.body("n=1", "text/plain"), status::unsupported_media_type}};
    int sent = 0;
    for (const auto& [request, code] : expected) {
        CAPTURE(request.bytes());
        const auto got = c.send(request);
        CHECK(got.status() == code);
        CHECK(got.header("x-seen") == "yes");
        CHECK(passed == ++sent);
    }
    CHECK(guarded == 0);
}

TEST_CASE("text of a client that ends lines does not reach the head or the trailers of an answer")
{
    const captured_log log;
    frevo::app app;
    app.get("/field", [](frevo::query<"v"> v) { return response{"x"}.header("X-Echo", *v); });
    app.get("/added", [](frevo::query<"v"> v) { return response{"x"}.add_header("X-Echo", *v); });
    app.get("/location", [](frevo::query<"v"> v) {
        return response{status::found}.header(frevo::field::location, *v);
    });
    app.get("/name", [](frevo::query<"v"> v) { return response{"x"}.header(*v, "value"); });
    app.get("/type", [](frevo::query<"v"> v) { return response{"x"}.content_type(*v); });
    app.get("/trailer", [](frevo::query<"v", std::string> v) {
        return frevo::stream("text/plain", [v = *v](body_writer& out) -> awaitable<void> {
            co_await out.write("x");
            out.trailer("X-Echo", v);
        });
    });
    app.get("/trailer_name", [](frevo::query<"v", std::string> v) {
        return frevo::stream("text/plain", [v = *v](body_writer& out) -> awaitable<void> {
            co_await out.write("x");
            out.trailer(v, "value");
        });
    });
    client c{std::move(app)};
    for (const char* path : {"/field", "/added", "/location", "/name", "/type"}) {
        for (const char* bad :
             {"safe%0d%0aInjected:%20yes", "a%0aInjected:%20yes", "a%0dInjected:%20yes", "a%00b",
              "a%0d%0a%0d%0aInjected"}) {
            const std::string all = c.send_raw(get(std::string{path} + "?v=" + bad));
            CAPTURE(all);
            CHECK(all.starts_with("HTTP/1.1 500 "));
            CHECK(all.find("Injected") == std::string::npos);
            CHECK(all.find('\0') == std::string::npos);
        }
    }
    for (const char* path : {"/trailer", "/trailer_name"}) {
        const std::string all = c.send_raw(get(std::string{path} + "?v=safe%0d%0aInjected:%20yes"));
        CAPTURE(all);
        CHECK(all.find("Injected") == std::string::npos);
        CHECK(all.find("\r\n0\r\n") == std::string::npos); // broken off: the client sees a failure
    }
}

TEST_CASE("every cookie that is set has a line of its own")
{
    struct adding
    {
        void after(const request&, response& answer) const
        {
            answer.add_header(frevo::field::set_cookie, "c=3");
        }
    };
    frevo::app app;
    app.use(adding{});
    app.get("/", [] {
        return response{"x"}
            .add_header(frevo::field::set_cookie, "a=1; Path=/")
            .add_header("set-cookie", "b=2");
    });
    client c{std::move(app)};
    std::string cookies;
    const auto got = c.get("/");
    for (const auto& [name, value] : got.headers()) {
        if (name == "Set-Cookie" || name == "set-cookie")
            cookies += value + '|';
    }
    CHECK(cookies == "a=1; Path=/|b=2|c=3|");
}

TEST_CASE("bytes of a client that are not UTF-8 make neither a failure nor invalid JSON")
{
    const captured_log log;
    frevo::app app;
    app.get("/query", [](frevo::query<"q"> q) { return frevo::json{echoed{std::string{*q}}}; });
    app.get("/field", [](request& req) {
        return frevo::json{echoed{std::string{req.header("X-Note").value_or("-")}}};
    });
    client c{std::move(app)};
    CHECK(c.get("/query?q=%FF%C3%28").status() == status::bad_request);
    CHECK(
        c.send(call{"GET", "/field"}.header("X-Note", "caf\xe9")).text() ==
        "{\"note\":\"caf\xef\xbf\xbd\"}");
    CHECK(log.count("error") == 0);
}
