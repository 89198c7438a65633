// SPDX-License-Identifier: BSL-1.0
// Requests that are long, rare or cut short, sent to a whole application.
#include "support/captured_log.hpp"

#include <frevo/core/query.hpp>
#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>

#include <string>

using frevo::request;
using frevo::response;
using frevo::status;
using frevo::testing::captured_log;
using frevo::testing::client;
using frevo::testing::reply;

namespace {

reply only_reply(std::string bytes)
{
    const reply got = reply::take(bytes, false, true).value();
    CHECK(bytes.empty());
    return got;
}

} // namespace

TEST_CASE("targets of every length are answered, whatever they match")
{
    frevo::app app;
    app.get("/ping", [] { return "pong"; });
    app.get("/text/{t}", [](frevo::path<"t"> t) { return std::to_string(t->size()); });
    app.get("/number/{n}", [](frevo::path<"n", int> n) { return std::to_string(*n); });
    app.get("/rest/{r...}", [](frevo::path<"r"> r) { return std::to_string(r->size()); });
    client c{std::move(app)};
    for (const std::size_t size : {600u, 8'000u, 65'536u, 1'000'000u}) {
        CAPTURE(size);
        const bool fits = size <= 8'000;
        const std::string run(size, '1');
        std::string slashes;
        while (slashes.size() < size)
            slashes += "a/";
        CHECK(c.get('/' + run).status() == (fits ? status::not_found : status::uri_too_long));
        CHECK(c.get("/text/" + run).status() == (fits ? status::ok : status::uri_too_long));
        CHECK(
            c.get("/number/" + run).status() == (fits ? status::not_found : status::uri_too_long));
        CHECK(c.get("/rest/" + slashes).status() == (fits ? status::ok : status::uri_too_long));
        CHECK(c.get("/ping?q=" + run).status() == (fits ? status::ok : status::uri_too_long));
        CHECK(c.get("/ping").text() == "pong");
    }
}

TEST_CASE("heads with too many or too large fields, or broken ones, get a whole answer")
{
    frevo::app app;
    app.get("/", [] { return "hello"; });
    client c{std::move(app)};
    const auto answer = [&](const std::string& fields) {
        return only_reply(c.send_raw("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n"));
    };
    const auto lines = [](int count) {
        std::string all;
        for (int i = 0; i < count; ++i)
            all += "X-" + std::to_string(i) + ": v\r\n";
        return all;
    };
    CHECK(answer(lines(33)).status() == status::ok);
    CHECK(answer(lines(99)).status() == status::ok);
    for (const std::string& fields :
         {lines(100), lines(5'000), "X: " + std::string(65'536, 'v') + "\r\n"}) {
        const reply refused = answer(fields);
        CHECK(refused.status() == status::request_header_fields_too_large);
        CHECK(refused.header("connection") == "close");
        CHECK(refused.text().find("\"status\":431") != std::string::npos);
    }
    const reply broken = answer("Foo bar\r\n");
    CHECK(broken.status() == status::bad_request);
    CHECK(broken.header("connection") == "close");
    CHECK(broken.text().find("\"status\":400") != std::string::npos);
}

TEST_CASE("a target in the absolute form is routed by its path, and names the host")
{
    frevo::app app;
    app.get("/", [](request& req) { return "root of " + std::string{req.host()}; });
    app.get("/items", [](request& req, frevo::query<"q"> q) {
        return std::string{*q} + " of " + std::string{req.host()};
    });
    client c{std::move(app)};
    const auto answer = [&](const std::string& target) {
        return only_reply(c.send_raw("GET " + target + " HTTP/1.1\r\nHost: other.test\r\n\r\n"));
    };
    CHECK(answer("http://api.test/items?q=1").text() == "1 of api.test");
    CHECK(answer("http://api.test").text() == "root of api.test");
    CHECK(answer("http://api.test/nope").status() == status::not_found);
    CHECK(answer("ftp://api.test/").status() == status::bad_request);
    CHECK(answer("/items?q=1").text() == "1 of other.test");
}

TEST_CASE("a query that is cut in an escape is passed over, or refused where it is asked for")
{
    const captured_log log;
    frevo::app app;
    app.get("/pairs", [](request& req) {
        std::string text;
        for (const auto& [name, value] : frevo::query_view{req.query()})
            text.append("[").append(name).append("|").append(value).append("]");
        return text;
    });
    app.get("/a", [](frevo::query<"a", std::string, "none"> a) { return *a; });
    client c{std::move(app)};
    CHECK(c.get("/pairs?%").text() == "[%|]");
    CHECK(c.get("/pairs?a=%4").text() == "[a|%4]");
    CHECK(c.get("/pairs?%=%&a=%zz").text() == "[%|%][a|%zz]");
    CHECK(c.get("/a?%").text() == "none");
    CHECK(c.get("/a?%=%&b=%4&a=1").text() == "1");
    for (const char* target : {"/a?a=%", "/a?a=%4", "/a?a=%zz"})
        CHECK(c.get(target).status() == status::bad_request);
    CHECK(log.count("") == 0);
}

TEST_CASE("a parameter that is no number is the client's fault: nothing is logged or called")
{
    const captured_log log;
    int calls = 0;
    frevo::app app;
    app.get("/n/{n}", [&](frevo::path<"n", int>) { ++calls; });
    app.get("/d/{d}", [&](frevo::path<"d", double>) { ++calls; });
    app.get("/q", [&](frevo::query<"n", int>) { ++calls; });
    client c{std::move(app)};
    for (const char* target : {"/n/abc", "/n/1.5", "/n/%20", "/d/s-1.2e-3"})
        CHECK(c.get(target).status() == status::not_found);
    CHECK(c.get("/q?n=abc").status() == status::bad_request);
    CHECK(calls == 0);
    CHECK(log.count("") == 0);
}

TEST_CASE("extensions and trailers of a chunked body stay out of the next request")
{
    frevo::app app;
    app.get("/ping", [] { return "pong"; });
    app.post("/echo", [](frevo::request_body<std::string> body) { return *body; });
    client c{std::move(app)};
    const std::string all =
        c.send_raw("POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
                   "5;a=\"b;c\"\r\nhello\r\n0\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n"
                   "GET /ping HTTP/1.1\r\nHost: t\r\n\r\n");
    CHECK(all.find("\r\n\r\nhelloHTTP/1.1 200 ") != std::string::npos);
    CHECK(all.ends_with("\r\n\r\npong"));
}
