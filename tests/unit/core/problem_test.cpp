// SPDX-License-Identifier: BSL-1.0
// Tests of problem documents.
#include <frevo/core/problem.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

using namespace frevo;

TEST_CASE("the plainest problem says its status twice")
{
    const problem p{status::not_found};
    CHECK(p.to_json() == R"({"title":"Not Found","status":404})");
    CHECK(p.title() == "Not Found");
    CHECK(p.code() == status::not_found);
    CHECK(std::string{p.what()} == "Not Found");
}

TEST_CASE("the example of RFC 9457 section 3 can be written")
{
    const problem p = problem{status::forbidden, "Your current balance is 30, but that costs 50."}
                          .type("https://example.com/probs/out-of-credit")
                          .title("You do not have enough credit.")
                          .instance("/account/12345/msgs/abc")
                          .member("balance", "30");
    CHECK(
        p.to_json() == R"({"type":"https://example.com/probs/out-of-credit",)"
                       R"("title":"You do not have enough credit.","status":403,)"
                       R"("detail":"Your current balance is 30, but that costs 50.",)"
                       R"("instance":"/account/12345/msgs/abc","balance":"30"})");
    CHECK(std::string{p.what()} == "Your current balance is 30, but that costs 50.");
}

TEST_CASE("faults become the errors array")
{
    problem p{status::unprocessable_content};
    p.fault({"/title", "required", "A title is required."});
    p.fault({"/items/0/na\"me", "too_long", ""});
    CHECK(
        p.to_json() == R"({"title":"Unprocessable Content","status":422,"errors":[)"
                       R"({"pointer":"/title","code":"required","detail":"A title is required."},)"
                       R"({"pointer":"/items/0/na\"me","code":"too_long","detail":""}]})");
    CHECK(p.faults().size() == 2);
    CHECK(p.faults()[0].code() == "required");
}

TEST_CASE("hostile text stays inside its string")
{
    const problem p{status::bad_request, "\",\"status\":200,\"x\":\"\n\xff</script>"};
    CHECK(
        p.to_json() ==
        "{\"title\":\"Bad Request\",\"status\":400,"
        "\"detail\":\"\\\",\\\"status\\\":200,\\\"x\\\":\\\"\\n\xef\xbf\xbd</script>\"}");
}

TEST_CASE(
    "a member given twice keeps its last value, and the document's own members cannot be given")
{
    problem p{status::conflict};
    p.member("a", "1").member("b", "2").member("a", "3");
    CHECK(p.to_json() == R"({"title":"Conflict","status":409,"a":"3","b":"2"})");
    for (const std::string_view name :
         {"type", "title", "status", "detail", "instance", "errors"}) {
        CAPTURE(name);
        CHECK_THROWS_AS(p.member(std::string{name}, "x"), std::invalid_argument);
    }
    CHECK(p.to_json() == R"({"title":"Conflict","status":409,"a":"3","b":"2"})");
}

TEST_CASE("a problem carries response fields")
{
    const problem p = problem{status::service_unavailable}.header(field::retry_after, "120");
    CHECK(p.headers().get(field::retry_after) == "120");
    CHECK(p.to_json() == R"({"title":"Service Unavailable","status":503})");
    CHECK_THROWS_AS(
        problem{status::ok}.header(field::location, "a\r\nb: c"), std::invalid_argument);
}

TEST_CASE("a problem can be changed, copied, moved and thrown")
{
    problem p{status::bad_request};
    p.title("One").type("urn:one").instance("/1");
    const problem copy{p};
    p.title("Two");
    CHECK(copy.title() == "One");
    CHECK(copy.to_json() == R"({"type":"urn:one","title":"One","status":400,"instance":"/1"})");
    CHECK(std::string{copy.what()} == "One");
    const problem moved{std::move(p)};
    CHECK(moved.title() == "Two");
    try {
        throw problem{status::gone, "Too late."}.fault({"#query/limit", "range", "Too large."});
    } catch (const std::exception& caught) {
        CHECK(std::string{caught.what()} == "Too late.");
    }
    static_assert(std::is_same_v<decltype(problem{status::gone}.title("x")), problem&&>);
    static_assert(std::is_same_v<decltype(p.title("x")), problem&>);
}

TEST_CASE("a status without a name gives a problem without a title")
{
    const problem p{*make_status(499)};
    CHECK(p.to_json() == R"({"status":499})");
    CHECK(std::string{p.what()} == "problem");
}
