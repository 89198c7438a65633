// SPDX-License-Identifier: BSL-1.0
#include "unit/routing/routed.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace frevo;
using frevo::testing::made_request;
using frevo::testing::routed;

namespace {

enum class colour
{
    red,
    green
};

} // namespace

template <>
struct frevo::text_conversion<colour>
{
    static constexpr std::string_view kind = "colour";
    static std::optional<colour> from(std::string_view text)
    {
        if (text == "red")
            return colour::red;
        if (text == "green")
            return colour::green;
        return std::nullopt;
    }
};

namespace {

std::string text_of(const response& got)
{
    return std::to_string(to_int(got.status())) + " " + std::string{got.body().view()};
}

} // namespace

TEST_CASE("a path parameter is decoded exactly once")
{
    routed app;
    app.get("/files/{name}", [](path<"name"> name) { return *name; });
    CHECK(app.text(method::get, "/files/a%20b") == "200 a b");
    CHECK(app.text(method::get, "/files/100%25") == "200 100%");
    CHECK(app.text(method::get, "/files/%2525") == "200 %25");
    CHECK(app.text(method::get, "/files/%C3%A9") == "200 \xc3\xa9");
    CHECK(app.text(method::get, "/files/a%2Fb") == "200 a/b");
    CHECK(app.text(method::get, "/files/a+b") == "200 a+b");
    CHECK(app.answer(method::get, "/files/%zz").status() == status::bad_request);
    CHECK(app.answer(method::get, "/files/a%").status() == status::bad_request);
    CHECK(app.answer(method::get, "/files/%FF").status() == status::bad_request);
    CHECK(app.answer(method::get, "/files/a%00").status() == status::bad_request);
}

TEST_CASE("a tail is decoded as one text")
{
    routed app;
    app.get("/files/{rest...}", [](path<"rest", std::string> rest) { return *rest; });
    CHECK(app.text(method::get, "/files/a/b%20c") == "200 a/b c");
    CHECK(app.text(method::get, "/files/") == "200 ");
}

TEST_CASE("a path parameter that is no number means that nothing is there")
{
    routed app;
    int calls = 0;
    app.get("/n/{n}", [&](path<"n", int> n) {
        ++calls;
        return std::to_string(*n);
    });
    app.get("/d/{d}", [&](path<"d", double>) { ++calls; });
    for (const char* target :
         {"/n/abc", "/n/1.5", "/n/%20", "/n/+1", "/n/99999999999", "/d/s-1.2e-3", "/d/inf"}) {
        CAPTURE(target);
        const response got = app.answer(method::get, target);
        CHECK(got.status() == status::not_found);
        CHECK(got.content_type() == "application/problem+json");
    }
    CHECK(calls == 0);
    CHECK(app.text(method::get, "/n/-17") == "200 -17");
    CHECK(app.text(method::get, "/n/%31") == "200 1");
    CHECK(calls == 2);
    CHECK(
        app.text(method::get, "/n/x").find("The path parameter \\\"n\\\" must be an integer.") !=
        std::string::npos);
}

TEST_CASE("a query parameter is decoded, and the first one counts")
{
    routed app;
    app.get("/q", [](query<"q"> q) { return *q; });
    CHECK(app.text(method::get, "/q?q=a%20b+c") == "200 a b c");
    CHECK(app.text(method::get, "/q?q=1&q=2") == "200 1");
    CHECK(app.text(method::get, "/q?q=") == "200 ");
    CHECK(app.text(method::get, "/q?x=1&%71=2") == "200 2");
    CHECK(app.answer(method::get, "/q?q=%4").status() == status::bad_request);
}

TEST_CASE("a missing query parameter is 400 with a fault that names it")
{
    routed app;
    app.get("/q", [](query<"limit", int> limit) { return std::to_string(*limit); });
    const std::string missing = app.text(method::get, "/q");
    CHECK(missing.substr(0, 3) == "400");
    CHECK(missing.find("\"#query/limit\"") != std::string::npos);
    CHECK(missing.find("\"required\"") != std::string::npos);
    CHECK(missing.find("The query parameter \\\"limit\\\" is missing.") != std::string::npos);
    const std::string wrong = app.text(method::get, "/q?limit=many");
    CHECK(wrong.substr(0, 3) == "400");
    CHECK(wrong.find("\"#query/limit\"") != std::string::npos);
    CHECK(wrong.find("\"type\"") != std::string::npos);
    CHECK(wrong.find("must be an integer") != std::string::npos);
    CHECK(wrong.find("many") == std::string::npos); // a client's text is not sent back
}

TEST_CASE("defaults and optionals stand for absent query parameters, not for wrong ones")
{
    routed app;
    app.get(
        "/q", [](query<"limit", int, 20> limit, query<"sort", std::string_view, "name"> sort,
                 query<"page", std::optional<int>> page, query<"in", std::string, "all"> in,
                 query<"deep", bool, false> deep, query<"tint", colour, colour::green> tint) {
            return std::to_string(*limit) + " " + std::string{*sort} + " " +
                   (*page ? std::to_string(**page) : "-") + " " + *in + (*deep ? " deep" : "") +
                   (*tint == colour::red ? " red" : "");
        });
    CHECK(app.text(method::get, "/q") == "200 20 name - all");
    CHECK(
        app.text(method::get, "/q?limit=5&sort=id&page=2&in=x&deep=true&tint=red") ==
        "200 5 id 2 x deep red");
    CHECK(app.answer(method::get, "/q?limit=x").status() == status::bad_request);
    CHECK(app.answer(method::get, "/q?page=x").status() == status::bad_request);
    CHECK(app.text(method::get, "/q?tint=blue").find("must be a colour") != std::string::npos);
}

TEST_CASE("a vector takes all values of a query parameter in order")
{
    routed app;
    app.get(
        "/l",
        [](query<"tag", std::vector<std::string_view>> tags, query<"ids[]", std::vector<int>> ids) {
            std::string text;
            for (const std::string_view each : *tags)
                text.append(each).append(";");
            for (const int each : *ids)
                text.append(std::to_string(each)).append(";");
            return text;
        });
    CHECK(
        app.text(method::get, "/l?tag=a&tag=b+c&tag=a&ids[]=1&ids%5B%5D=2") == "200 a;b c;a;1;2;");
    CHECK(app.text(method::get, "/l") == "200 ");
    CHECK(app.answer(method::get, "/l?ids[]=1&ids[]=x").status() == status::bad_request);
    CHECK(app.answer(method::get, "/l?tag=%").status() == status::bad_request);
}

TEST_CASE("a header is read by its name without regard to case")
{
    routed app;
    app.get(
        "/h", [](header<"x-tenant"> tenant, header<"Content-Length", int, 0> size,
                 header<"x-level", std::optional<int>> level) {
            return std::string{*tenant} + " " + std::to_string(*size) +
                   (*level ? " " + std::to_string(**level) : "");
        });
    made_request full{method::get, "/h"};
    full.header("X-Tenant", "acme").header("content-length", "7").header("X-LEVEL", "3");
    CHECK(text_of(app.answer(full)) == "200 acme 7 3");
    made_request bare{method::get, "/h"};
    const std::string missing = text_of(app.answer(bare));
    CHECK(missing.substr(0, 3) == "400");
    CHECK(missing.find("\"#header/x-tenant\"") != std::string::npos);
    made_request wrong{method::get, "/h"};
    wrong.header("x-tenant", "a").header("x-level", "high");
    CHECK(app.answer(wrong).status() == status::bad_request);
}

TEST_CASE("a cookie is found among odd ones and is not decoded")
{
    routed app;
    app.get("/c", [](cookie<"sid"> sid, cookie<"promo", std::optional<std::string>> promo) {
        return std::string{*sid} + " " + promo->value_or("-");
    });
    made_request odd{method::get, "/c"};
    odd.header("Cookie", "sid=abc; promo=100%; junk=%E0%A4%A; ; =x; novalue");
    CHECK(text_of(app.answer(odd)) == "200 abc 100%");
    made_request second_line{method::get, "/c"};
    second_line.header("Cookie", "a=b").header("Cookie", "sid=late");
    CHECK(text_of(app.answer(second_line)) == "200 late -");
    made_request none{method::get, "/c"};
    const std::string missing = text_of(app.answer(none));
    CHECK(missing.substr(0, 3) == "400");
    CHECK(missing.find("\"#cookie/sid\"") != std::string::npos);
    CHECK(missing.find("The cookie \\\"sid\\\" is missing.") != std::string::npos);
}

TEST_CASE("the body is taken as it is")
{
    routed app;
    app.post("/b", [](request_body<> text) { return std::string{*text}; });
    app.post("/s", [](request_body<std::string> text) { return *std::move(text); });
    for (const char* target : {"/b", "/s"}) {
        made_request asked{method::post, target};
        asked.body("hello");
        CHECK(text_of(app.answer(asked)) == "200 hello");
    }
    made_request empty{method::post, "/b"};
    CHECK(text_of(app.answer(empty)) == "200 ");
}

TEST_CASE("arguments behave like pointers")
{
    path<"p", std::string> value{"abc"};
    CHECK(*value == "abc");
    CHECK(value->size() == 3);
    *value += "d";
    std::string taken = *std::move(value);
    CHECK(taken == "abcd");
}
