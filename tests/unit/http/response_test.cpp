// SPDX-License-Identifier: BSL-1.0
#include <frevo/http/into_response.hpp>
#include <frevo/http/response.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace frevo;

namespace {

std::vector<std::string> lines_of(const response& made, std::string_view name)
{
    std::vector<std::string> all;
    made.headers().for_each([&](std::string_view key, std::string_view value) {
        if (key == name)
            all.emplace_back(value);
    });
    return all;
}

struct celsius
{
    double degrees;
};

struct unknown_to_frevo
{};

} // namespace

template <>
struct frevo::into_response<celsius>
{
    static response from(celsius value)
    {
        return response{std::to_string(static_cast<int>(value.degrees)) + " C"};
    }
};

TEST_CASE("a response is made from a status, from text, or from both")
{
    CHECK(response{}.status() == status::ok);
    CHECK(response{}.body().empty());
    CHECK(response{}.content_type().empty());

    CHECK(response{status::accepted}.status() == status::accepted);
    CHECK(response{status::accepted}.content_type().empty());

    const response text{std::string{"text"}};
    CHECK(text.status() == status::ok);
    CHECK(text.content_type() == "text/plain; charset=utf-8");
    CHECK(text.body().view() == "text");

    const response literal{"literal"};
    CHECK(literal.content_type() == "text/plain; charset=utf-8");
    CHECK(literal.body().view() == "literal");

    const response both{status::created, "made"};
    CHECK(both.status() == status::created);
    CHECK(both.body().view() == "made");

    const response own{status::ok, body{std::string{"{}"}}};
    CHECK(own.content_type().empty());
    CHECK(own.body().view() == "{}");
}

TEST_CASE("a problem becomes its document, with its fields")
{
    problem full{status::too_many_requests, "Slow down."};
    full.header(field::retry_after, "7");
    const response made{full};
    CHECK(made.status() == status::too_many_requests);
    CHECK(made.content_type() == "application/problem+json");
    CHECK(made.headers().get(field::retry_after) == "7");
    CHECK(made.body().view() == full.to_json());
}

TEST_CASE("header replaces, add_header adds")
{
    response made;
    made.header("X-Note", "one").header("x-note", "two").add_header("X-Note", "three");
    CHECK(lines_of(made, "x-note").size() + lines_of(made, "X-Note").size() == 2);
    CHECK(made.headers().get("x-note") == "two");
    made.header(field::location, "/a").add_header(field::vary, "A").add_header(field::vary, "B");
    CHECK(made.headers().get(field::location) == "/a");
    CHECK(made.headers().get("location") == "/a");
    int varied = 0;
    made.headers().for_each([&](std::string_view name, std::string_view) {
        varied += name == "Vary" || name == "vary" ? 1 : 0;
    });
    CHECK(varied == 2);
}

TEST_CASE("the media type stands once, whoever sets it last")
{
    response made{"text"};
    made.content_type("text/css");
    CHECK(made.content_type() == "text/css");
    CHECK(made.static_content_type().empty()); // else it would be sent twice
    made.header("Content-Type", "text/html");
    CHECK(made.content_type() == "text/html");
    made.header(field::content_type, "text/csv");
    CHECK(made.content_type() == "text/csv");
    made.add_header(field::content_type, "text/xml");
    made.add_header("content-type", "image/png");
    CHECK(made.content_type() == "image/png");
    int types = 0;
    made.headers().for_each([&](std::string_view, std::string_view) { ++types; });
    CHECK(types == 1);
}

TEST_CASE("names and values that would end the line are refused")
{
    for (const char* bad : {"a\r\nSet-Cookie: x", "a\nb", "a\rb"}) {
        CAPTURE(bad);
        response made;
        CHECK_THROWS_AS(made.header("X-Note", bad), std::invalid_argument);
        CHECK_THROWS_AS(made.header(field::location, bad), std::invalid_argument);
        CHECK_THROWS_AS(made.add_header("X-Note", bad), std::invalid_argument);
        CHECK_THROWS_AS(made.add_header(field::location, bad), std::invalid_argument);
        CHECK_THROWS_AS(made.content_type(bad), std::invalid_argument);
        CHECK_THROWS_AS(made.header(bad, "value"), std::invalid_argument);
        CHECK(made.headers().empty());
    }
    const std::string nul{"a\0b", 3};
    CHECK_THROWS_AS(response{}.header("X-Note", nul), std::invalid_argument);
    CHECK_THROWS_AS(response{}.header("", "value"), std::invalid_argument);
    CHECK_THROWS_AS(response{}.header("X Note", "value"), std::invalid_argument);
}

TEST_CASE("setters chain on temporaries and on named responses")
{
    const response made = response{status::created, "made"}
                              .header("X-One", "1")
                              .header(field::location, "/1")
                              .add_header("X-Two", "2")
                              .add_header(field::vary, "Accept")
                              .content_type("text/csv")
                              .close();
    CHECK(made.status() == status::created);
    CHECK(made.headers().get("x-one") == "1");
    CHECK(made.headers().get("x-two") == "2");
    CHECK(made.headers().get("vary") == "Accept");
    CHECK(made.content_type() == "text/csv");
    CHECK(made.headers().get("connection") == "close");
    response named;
    named.status(status::gone).body(std::string{"gone"}).static_content_type("text/csv");
    CHECK(named.status() == status::gone);
    CHECK(named.body().view() == "gone");
    CHECK(named.content_type() == "text/csv");
}

TEST_CASE("what handlers return becomes a response")
{
    using detail::to_response;
    CHECK(to_response(response{status::gone}).status() == status::gone);
    CHECK(to_response(status::accepted).status() == status::accepted);
    CHECK(to_response(std::string{"text"}).body().view() == "text");
    CHECK(to_response(std::string_view{"text"}).content_type() == response::plain_text);
    char buffer[] = "of this call";
    const char* pointer = buffer;
    const response copied = to_response(pointer);
    buffer[0] = 'i';
    CHECK(copied.body().view() == "of this call"); // whoever wrote it, it may not live on
    CHECK(copied.content_type() == response::plain_text);
    CHECK(to_response(problem{status::conflict}).status() == status::conflict);
    CHECK(to_response(celsius{20}).body().view() == "20 C");

    // A view may point into the request, so it is copied.
    std::string changing = "before";
    const response kept = to_response(std::string_view{changing});
    changing = "after!";
    CHECK(kept.body().view() == "before");

    CHECK(to_response(std::optional<std::string>{"text"}).body().view() == "text");
    CHECK(to_response(std::optional<std::string>{}).status() == status::not_found);
    CHECK(to_response(std::optional<std::string>{}).content_type() == "application/problem+json");
    CHECK(to_response(result<celsius>{celsius{5}}).body().view() == "5 C");
    CHECK(to_response(result<celsius>{problem{status::gone}}).status() == status::gone);
    const response pair = to_response(std::pair{status::created, celsius{7}});
    CHECK(pair.status() == status::created);
    CHECK(pair.body().view() == "7 C");
    CHECK(response{status::created, celsius{8}}.status() == status::created);

    CHECK(answers<std::string>);
    CHECK(answers<celsius>);
    CHECK(answers<std::optional<result<celsius>>>);
    CHECK_FALSE(answers<unknown_to_frevo>);
    CHECK_FALSE(answers<std::optional<unknown_to_frevo>>);
    CHECK_FALSE(answers<int>);
}
