// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

using namespace json_types;

TEST_CASE("a nested struct is read member by member")
{
    const auto got = read<order>(R"({"id": -7, "customer": "Ann", "note": "soon", "paint": "blue",
        "items": [{"name": "a", "quantity": 2, "price": 1.25, "tags": ["x", "y"]},
                  {"name": "b", "quantity": 3, "price": 7, "tags": []}],
        "counts": {"one": 1, "": 2}})");
    CHECK(got.id == -7);
    CHECK(got.customer == "Ann");
    CHECK(got.note == "soon");
    CHECK(got.paint == colour::blue);
    REQUIRE(got.items.size() == 2);
    CHECK(got.items[0].tags == std::vector<std::string>{"x", "y"});
    CHECK(got.items[0].price == 1.25);
    CHECK(got.items[1].price == 7);
    CHECK(got.counts == std::map<std::string, int>{{"one", 1}, {"", 2}});
}

TEST_CASE("members may come in any order")
{
    const auto got = read<item>(R"({"tags":["t"],"price":2,"quantity":9,"name":"last"})");
    CHECK(got.name == "last");
    CHECK(got.quantity == 9);
    CHECK(got.tags.size() == 1);
}

TEST_CASE("every container is read")
{
    const auto got = read<containers>(R"({"bits":[true,false,true],"triple":[1,2,3],"queue":[4,5],
        "list":["p","q"],"lists":{"k":[1],"l":[]},"gaps":[1,null,3],
        "items":{"i":{"name":"n","quantity":1,"price":0,"tags":[]}}})");
    CHECK(got.bits == std::vector<bool>{true, false, true});
    CHECK(got.triple == std::array<int, 3>{1, 2, 3});
    CHECK(got.queue == std::deque<int>{4, 5});
    CHECK(got.list == std::list<std::string>{"p", "q"});
    CHECK(got.lists.at("k") == std::vector<int>{1});
    CHECK(got.lists.at("l").empty());
    REQUIRE(got.gaps.size() == 3);
    CHECK(got.gaps[1] == std::nullopt);
    CHECK(got.gaps[2] == 3);
    CHECK(got.items.at("i").name == "n");
}

TEST_CASE("the top level may be any kind of value")
{
    CHECK(read<int>(" 12 ") == 12);
    CHECK(read<bool>("true"));
    CHECK(read<double>("0.1") == 0.1);
    CHECK(read<std::string>(R"("text")") == "text");
    CHECK(read<colour>(R"("green")") == colour::green);
    CHECK(read<std::vector<int>>("[1,2]") == std::vector<int>{1, 2});
    CHECK(read<std::optional<int>>("null") == std::nullopt);
    CHECK(read<std::optional<int>>("3") == 3);
    CHECK(read<std::map<std::string, bool>>(R"({"a":false})").at("a") == false);
    CHECK(faults<int>(R"("x")") == " type\n");
    CHECK(faults<item>("[]") == " type\n");
}

TEST_CASE("a struct may hold itself in a list")
{
    const auto got = read<tree>(
        R"({"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]}]})");
    CHECK(got.children.at(0).children.at(0).name == "c");
    CHECK(
        faults<tree>(R"({"name":"a","children":[{"name":"b","children":[{"name":1}]}]})") ==
        "/children/0/children/0/name type\n/children/0/children/0/children required\n");
}

TEST_CASE("inherited members are members")
{
    const auto got = read<document>(R"({"id":5,"title":"t"})");
    CHECK(got.id == 5);
    CHECK(got.title == "t");
}

TEST_CASE("members that are not there keep the value their struct gives them")
{
    const auto got = read<document>(R"({"id":5})");
    CHECK(got.title == "untitled");
    CHECK(got.weight == 1.5F);
    CHECK(got.open);
    CHECK(faults<document>("{}") == "/id required\n");
}

TEST_CASE("all members are required but for optional ones")
{
    CHECK(
        faults<order>("{}") ==
        "/id required\n/customer required\n/paint required\n/items required\n/counts required\n");
}

TEST_CASE("null fits only an optional")
{
    CHECK(
        faults<item>(R"({"name":null,"quantity":1,"price":0,"tags":null})") ==
        "/name type\n/tags type\n");
    CHECK(read<std::vector<std::optional<int>>>("[null]").at(0) == std::nullopt);
}

TEST_CASE("absence, null and a value are told apart by an optional of an optional")
{
    CHECK(read<changes>("{}").parent == std::nullopt);
    const auto emptied = read<changes>(R"({"parent":null})");
    REQUIRE(emptied.parent);
    CHECK(*emptied.parent == std::nullopt);
    CHECK(read<changes>(R"({"parent":3})").parent == std::optional{3});
    CHECK(read<changes>(R"({"title":null})").title == std::nullopt);
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

TEST_CASE("an array of fixed size needs exactly its elements")
{
    using triple = std::array<int, 3>;
    CHECK(faults<triple>("[1,2]") == " length\n");
    CHECK(faults<triple>("[]") == " length\n");
    CHECK(faults<triple>("[1,2,3,4,[5]]") == " length\n");
    CHECK(faults<triple>(R"([1,"x",3])") == "/1 type\n");
    CHECK(sentence<triple>("[]") == "must have exactly 3 elements");
}

TEST_CASE("long lists of members are found by name")
{
    // Names that share their first eight bytes.
    struct local
    {};
    const auto got = read<std::map<std::string, int>>(
        R"({"prefix__a":1,"prefix__b":2,"prefix__":3,"prefix_":4})");
    CHECK(got.size() == 4);
}
