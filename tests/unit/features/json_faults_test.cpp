// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

using namespace json_types;

TEST_CASE("five faults are reported at once")
{
    const auto got = frevo::read_json<order>(R"({"id":"seven","note":"n","paint":"mauve",
        "items":[{"name":"a","quantity":99999999999,"price":1,"tags":["t"]},
                 {"name":"b","quantity":1,"price":"1","tags":[]}],
        "counts":{}})");
    REQUIRE(!got);
    CHECK(got.error().code() == frevo::status::unprocessable_content);
    CHECK(
        got.error().to_json() ==
        R"({"title":"Unprocessable Content","status":422,"detail":"The body has 5 faults.","errors":[)"
        R"({"pointer":"/id","code":"type","detail":"must be an integer, not a string"},)"
        R"({"pointer":"/paint","code":"enum","detail":"must be one of \"red\", \"green\", \"blue\""},)"
        R"({"pointer":"/items/0/quantity","code":"range","detail":"must be from -2147483648 to 2147483647"},)"
        R"({"pointer":"/items/1/price","code":"type","detail":"must be a number, not a string"},)"
        R"({"pointer":"/customer","code":"required","detail":"is missing"}]})");
}

TEST_CASE("missing, mistyped and broken rules are in one answer")
{
    CHECK(
        faults<draft>(R"({"year":-1,"tags":["ab",7,"x"],"kind":"film","price":0,"pages":3})") ==
        "/tags/1 type\n/title required\n/year range\n/kind enum\n/price range\n/pages even\n");
}

TEST_CASE("pointers are escaped")
{
    using map = std::map<std::string, std::map<std::string, int>>;
    CHECK(faults<map>(R"({"a/b":{"m~n":"x"}})") == "/a~1b/m~0n type\n");
    CHECK(faults<map>(R"({"":{"~1":"x"}})") == "//~01 type\n");
    CHECK(faults<draft>(R"({"title":"t","class/of~":"x"})") == "/class~1of~0 type\n");
}

TEST_CASE("the member's name in JSON may differ from the one in C++")
{
    CHECK(read<draft>(R"({"title":"t","class/of~":7})").class_ == 7);
    CHECK(read<draft>(R"({"title":"t","class_":7})").class_ == 0);
}

TEST_CASE("every rule has its fault")
{
    const auto with = [](std::string_view member) {
        return R"({"title":"title",)" + std::string{member} + "}";
    };
    CHECK(faults<draft>(R"({"title":""})") == "/title length\n");
    CHECK(faults<draft>(R"({"title":"123456789"})") == "/title length\n");
    CHECK(faults<draft>(R"({"title":"äöüßäöüß"})") == "none");
    CHECK(sentence<draft>(R"({"title":""})") == "must have 1 to 8 characters");

    CHECK(faults<draft>(with(R"("year":3000)")) == "none");
    CHECK(faults<draft>(with(R"("year":3001)")) == "/year range\n");
    CHECK(sentence<draft>(with(R"("year":-1)")) == "must be from 0 to 3000");

    CHECK(
        faults<draft>(with(R"("tags":["ab","abcde","a"])")) == "/tags/1 length\n/tags/2 length\n");
    CHECK(sentence<draft>(with(R"("tags":["a"])")) == "must have 2 to 4 characters");

    CHECK(faults<draft>(with(R"("note":null)")) == "none");
    CHECK(faults<draft>(with(R"("note":"ab")")) == "/note length\n");
    CHECK(sentence<draft>(with(R"("note":"ab")")) == "must have at least 3 characters");

    CHECK(faults<draft>(with(R"("kind":"map")")) == "none");
    CHECK(sentence<draft>(with(R"("kind":"film")")) == "must be one of \"book\", \"map\"");

    CHECK(sentence<draft>(with(R"("price":0.25)")) == "must be at least 0.5");
    CHECK(sentence<draft>(with(R"("pages":3)")) == "must be even");
    CHECK(faults<draft>(with(R"("scores":{"a":10,"b/c":11})")) == "/scores/b~1c range\n");
    CHECK(sentence<draft>(with(R"("scores":{"b/c":11})")) == "must be at most 10");
}

TEST_CASE("a list stops growing at the longest its rules allow")
{
    const std::string text =
        R"({"title":"t","tags":["ab","ab","ab","ab",{"deep":["ab"]},"ab"],"year":9999})";
    CHECK(faults<draft>(text) == "/tags length\n/year range\n");
    CHECK(sentence<draft>(text) == "must have at most 3 elements");
    // The length and an element can both be wrong.
    CHECK(
        faults<draft>(R"({"title":"t","tags":[1,"ab","ab","ab"]})") ==
        "/tags/0 type\n/tags length\n");
}

TEST_CASE("rules are not asked about values of the wrong type")
{
    CHECK(faults<draft>(R"({"title":7,"year":"x"})") == "/title type\n/year type\n");
    CHECK(faults<draft>(R"({"title":["t"],"tags":{"a":1}})") == "/title type\n/tags type\n");
}

TEST_CASE("faults are listed up to a limit, where reading stops")
{
    std::string text = "[";
    for (int i = 0; i < 1000; ++i)
        text += "\"x\",";
    const auto got = frevo::read_json<std::vector<int>>(text + "broken");
    REQUIRE(!got);
    CHECK(got.error().faults().size() == 64);
    CHECK(got.error().detail() == "The body has 64 faults or more; reading stopped there.");
    CHECK(got.error().faults().back().pointer() == "/63");

    CHECK(
        faults<item>("{}", frevo::json_limits{}.faults(2)) ==
        "/name required\n/quantity required\n");
    CHECK(faults<item>("{}", frevo::json_limits{}.faults(0)) == "/name required\n");
}

TEST_CASE("the sentence says what was wanted and what came")
{
    CHECK(sentence<bool>("1") == "must be a boolean, not a number");
    CHECK(sentence<int>("true") == "must be an integer, not a boolean");
    CHECK(
        sentence<int>("1.0") == "must be an integer, not a number with a fraction or an exponent");
    CHECK(
        sentence<int>("1e3") == "must be an integer, not a number with a fraction or an exponent");
    CHECK(sentence<std::string>("null") == "must be a string, not null");
    CHECK(sentence<std::vector<int>>("{}") == "must be an array, not an object");
    CHECK(sentence<item>("[]") == "must be an object, not an array");
    CHECK(sentence<colour>("0") == "must be a string, not a number");
    CHECK(sentence<std::optional<int>>("[]") == "must be an integer, not an array");
}
