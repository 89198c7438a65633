// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

using namespace json_types;

namespace json_types {

/// Names of every length, most of which share their first bytes.
struct look_alikes
{
    int a = 0;
    int ab = 0;
    int abc = 0;
    int abcd = 0;
    int abcde = 0;
    int abcdef = 0;
    int abcdefg = 0;
    int abcdefgh = 0;
    int abcdefghi = 0;
    int abcdefghj = 0;
    int abcdefghij_and_a_long_end = 0;
};
BOOST_DESCRIBE_STRUCT(
    look_alikes, (),
    (a, ab, abc, abcd, abcde, abcdef, abcdefg, abcdefgh, abcdefghi, abcdefghj,
     abcdefghij_and_a_long_end))

} // namespace json_types

TEST_CASE("members may come in any order")
{
    const auto got = read<item>(R"({"tags":["t"],"price":2,"quantity":9,"name":"last"})");
    CHECK(got.name == "last");
    CHECK(got.quantity == 9);
    CHECK(got.tags.size() == 1);
}

TEST_CASE("unknown members are skipped unless the rules refuse them")
{
    const auto got = read<item>(
        R"({"x":{"name":"no","y":[[{}],1]},"name":"yes","z":[1,{"a":[]}],"quantity":1,"u":null,
            "price":1,"v":-1.5,"tags":["t"],"w":18446744073709551615,"t":"s","f":false,"i":1})");
    CHECK(got.name == "yes");
    CHECK(got.tags.size() == 1);
    CHECK(
        faults<changes>(R"({"titel":"x","a/b":{"parent":1},"title":"y"})") ==
        "/titel unknown_member\n/a~1b unknown_member\n");
}

TEST_CASE("a member that is there twice is refused")
{
    CHECK(
        faults<item>(R"({"name":"a","name":{"b":[]},"quantity":1,"price":1,"tags":[]})") ==
        "/name duplicate\n");
    CHECK(faults<std::map<std::string, int>>(R"({"k":1,"k":2,"l":3})") == "/k duplicate\n");
    // Unknown members are not looked at, so they may repeat.
    CHECK(faults<identified>(R"({"x":1,"x":2,"id":1})") == "none");
}

TEST_CASE("names that look alike are told apart, in any order")
{
    const std::string_view names[] = {
        "a",
        "ab",
        "abc",
        "abcd",
        "abcde",
        "abcdef",
        "abcdefg",
        "abcdefgh",
        "abcdefghi",
        "abcdefghj",
        "abcdefghij_and_a_long_end"};
    constexpr std::size_t count = std::size(names);
    for (std::size_t step = 1; step < count; ++step) { // count is a prime
        std::string text = "{";
        for (std::size_t i = 0, at = 0; i < count; ++i, at = (at + step) % count) {
            text += i == 0 ? "\"" : ",\"";
            text += names[at];
            text += "\":" + std::to_string(at + 1);
        }
        const auto got = read<look_alikes>(text + "}");
        CHECK(got.a == 1);
        CHECK(got.ab == 2);
        CHECK(got.abc == 3);
        CHECK(got.abcd == 4);
        CHECK(got.abcde == 5);
        CHECK(got.abcdef == 6);
        CHECK(got.abcdefg == 7);
        CHECK(got.abcdefgh == 8);
        CHECK(got.abcdefghi == 9);
        CHECK(got.abcdefghj == 10);
        CHECK(got.abcdefghij_and_a_long_end == 11);
    }
}

TEST_CASE("a name that is almost one of the members is none")
{
    CHECK(faults<identified>(R"({"id\u0000":1,"i":1,"idd":1,"":1,"ID":1})") == "/id required\n");
    CHECK(faults<changes>(R"({"titlf":"x","":1})") == "/titlf unknown_member\n/ unknown_member\n");
}
