// SPDX-License-Identifier: BSL-1.0
// Tests of Cookie fields.
#include <frevo/core/cookie.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;

namespace {

std::string pairs(std::string_view text)
{
    std::string out;
    for (const cookie_pair& pair : cookie_view{text})
        out.append("[").append(pair.name).append("|").append(pair.value).append("]");
    return out;
}

} // namespace

TEST_CASE("cookies are split as RFC 6265 section 4.2.1 writes them")
{
    CHECK(pairs("SID=31d4d96e407aad42; lang=en-US") == "[SID|31d4d96e407aad42][lang|en-US]");
    CHECK(pairs("a=1") == "[a|1]");
    CHECK(pairs("a=b=c; d=") == "[a|b=c][d|]");
    CHECK(pairs("a=%20; b=x,y") == "[a|%20][b|x,y]");
}

TEST_CASE("blanks around names and values are dropped, and so are quotes around values")
{
    CHECK(pairs(" a = 1 ;b=2;\tc=3") == "[a|1][b|2][c|3]");
    CHECK(pairs("a=\"x y\"; b=\"; c=\"\"; d=x\"y\"") == "[a|x y][b|\"][c|][d|x\"y\"]");
}

TEST_CASE("parts that are no pairs are left out")
{
    CHECK(pairs("") == "");
    CHECK(pairs(";;; ;") == "");
    CHECK(pairs("lonely; a=1; =nameless; ; b=2;") == "[a|1][b|2]");
    CHECK(pairs(" = ") == "");
}

TEST_CASE("the first cookie of a name is found, with regard to case")
{
    const cookie_view cookies{"a=1; A=2; a=3; empty="};
    CHECK(cookies.find("a") == "1");
    CHECK(cookies.find("A") == "2");
    CHECK(cookies.find("empty") == "");
    CHECK_FALSE(cookies.find("b"));
    CHECK_FALSE(cookies.find(""));
    CHECK_FALSE(cookie_view{}.find("a"));
    auto at = cookies.begin();
    const auto before = at++;
    CHECK(before->value == "1");
    CHECK(at->name == "A");
}
