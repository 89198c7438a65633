// SPDX-License-Identifier: BSL-1.0
// Tests of query strings.
#include <frevo/core/query.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;

namespace {

std::string pairs(std::string_view text)
{
    std::string out;
    for (const query_pair& pair : query_view{text})
        out.append("[").append(pair.name).append("|").append(pair.value).append("]");
    return out;
}

} // namespace

TEST_CASE("a query is split into pairs in order, still encoded")
{
    CHECK(pairs("a=1&b=2&a=3") == "[a|1][b|2][a|3]");
    CHECK(pairs("a%20b=c+d%26") == "[a%20b|c+d%26]");
    CHECK(pairs("a=b=c") == "[a|b=c]");
    CHECK(pairs("a;b=c") == "[a;b|c]");
    CHECK(pairs("a?b=c?d") == "[a?b|c?d]");
}

TEST_CASE("a name alone has an empty value, and empty pairs are left out")
{
    CHECK(pairs("") == "");
    CHECK(pairs("&") == "");
    CHECK(pairs("&&&") == "");
    CHECK(pairs("a") == "[a|]");
    CHECK(pairs("a=") == "[a|]");
    CHECK(pairs("=") == "[|]");
    CHECK(pairs("=b") == "[|b]");
    CHECK(pairs("&a&&b=1&") == "[a|][b|1]");
}

TEST_CASE("the first pair whose decoded name fits is found")
{
    const query_view query{"q%75ery=a%20b&query=second&x+y=1&e&bad=%zz&bad=ok"};
    CHECK(query.find("query") == "a%20b");
    CHECK(query.get("query") == "a b");
    CHECK(query.get("x y") == "1");
    CHECK_FALSE(query.find("x+y"));
    CHECK_FALSE(query.find("Query"));
    CHECK_FALSE(query.find("q%75ery"));
    CHECK(query.get("e") == "");
    CHECK_FALSE(query.get("missing"));
    CHECK(query.find("bad") == "%zz");
    CHECK_FALSE(query.get("bad"));
    CHECK_FALSE(query_view{}.find("a"));
    CHECK_FALSE(query_view{"a=1"}.find(""));
    CHECK(query_view{"=1"}.find("") == "1");
}

TEST_CASE("views point into the query")
{
    const std::string_view text = "a=1&b";
    const query_view query{text};
    auto at = query.begin();
    CHECK(at->value.data() == text.data() + 2);
    const auto before = at++;
    CHECK(before->name == "a");
    CHECK(at->name == "b");
    CHECK(at != query.end());
    CHECK(++at == query.end());
    CHECK(query.text() == text);
}
