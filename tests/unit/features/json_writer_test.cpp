// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

#include <limits>

using namespace json_types;

TEST_CASE("a nested struct is written in the order of its members")
{
    order value;
    value.id = 7;
    value.customer = "Ann \"A\"\n";
    value.paint = colour::green;
    value.items = {{"a", 2, 1.25, {"x"}}, {"b", 1, 1e100, {}}};
    value.counts = {{"q\"", 1}, {"z", 2}};
    CHECK(
        frevo::write_json(value) ==
        R"({"id":7,"customer":"Ann \"A\"\n","note":null,"paint":"green","items":[)"
        R"({"name":"a","quantity":2,"price":1.25,"tags":["x"]},)"
        R"({"name":"b","quantity":1,"price":1e+100,"tags":[]}],"counts":{"q\"":1,"z":2}})");
}

TEST_CASE("every container is written")
{
    containers value;
    value.bits = {true, false};
    value.triple = {1, 2, 3};
    value.queue = {4};
    value.list = {"p", "q"};
    value.lists = {{"k", {1, 2}}};
    value.gaps = {1, std::nullopt};
    CHECK(
        frevo::write_json(value) ==
        R"({"bits":[true,false],"triple":[1,2,3],"queue":[4],"list":["p","q"],)"
        R"("lists":{"k":[1,2]},"gaps":[1,null],"items":{}})");
}

TEST_CASE("an empty optional is null, and an empty nullable member is left out")
{
    changes value;
    CHECK(frevo::write_json(value) == R"({"title":null})");
    value.parent = std::optional<int>{};
    CHECK(frevo::write_json(value) == R"({"title":null,"parent":null})");
    value.parent = 3;
    value.title = "t";
    CHECK(frevo::write_json(value) == R"({"title":"t","parent":3})");
    CHECK(frevo::write_json(frevo::nullable<int>{}) == "null");
}

TEST_CASE("numbers are written shortest, and what is no number is null")
{
    CHECK(frevo::write_json(0.1) == "0.1");
    CHECK(frevo::write_json(0.1F) == "0.1");
    CHECK(frevo::write_json(-0.0) == "-0");
    CHECK(frevo::write_json(std::numeric_limits<double>::infinity()) == "null");
    CHECK(frevo::write_json(std::numeric_limits<float>::quiet_NaN()) == "null");
    CHECK(frevo::write_json(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    CHECK(frevo::write_json(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(frevo::write_json(std::int8_t{-5}) == "-5");
    CHECK(frevo::write_json(std::uint8_t{200}) == "200");
}

TEST_CASE("an enumeration's value without a name is written as its number")
{
    CHECK(frevo::write_json(static_cast<colour>(7)) == "7");
    CHECK(frevo::write_json(static_cast<wide>(-7)) == "-7");
}

TEST_CASE("text of every length and kind is written as it is read")
{
    const std::string_view pieces[] = {"", "a", "\"", "\\", "\n", "\x01", "\x7f", "é", "🎷", "/"};
    for (std::size_t size = 0; size < 40; ++size) {
        for (const std::string_view piece : pieces) {
            for (std::size_t at = 0; at <= size; ++at) {
                std::string text(size, 'x');
                text.insert(at, piece);
                const std::string written = frevo::write_json(text);
                CAPTURE(written);
                CHECK(read<std::string>(written) == text);
            }
        }
    }
}

TEST_CASE("invalid UTF-8 is replaced")
{
    CHECK(frevo::write_json(std::string{"a\xff\xc3("}) == "\"a\xef\xbf\xbd\xef\xbf\xbd(\"");
    const std::map<std::string, int> map{{"\xe9", 1}};
    CHECK(frevo::write_json(map) == "{\"\xef\xbf\xbd\":1}");
}

TEST_CASE("texts longer than a block are written whole")
{
    std::vector<std::string> list;
    std::string expected = "[";
    for (std::size_t size : {1000u, 1020u, 1021u, 1022u, 1023u, 1024u, 1025u, 5000u, 1u, 3000u}) {
        list.emplace_back(size, 'y');
        expected += (expected.size() == 1 ? "\"" : ",\"") + list.back() + "\"";
    }
    CHECK(frevo::write_json(list) == expected + "]");
}

TEST_CASE("blocks are joined at every place")
{
    for (std::size_t before = 950; before < 1030; ++before) {
        item value{std::string(before, 'z'), -2147483647, -1.0 / 3, {"t", "\"", "true"}};
        const auto got = read<item>(frevo::write_json(value));
        CHECK(got.name == value.name);
        CHECK(got.quantity == value.quantity);
        CHECK(got.price == value.price);
        CHECK(got.tags == value.tags);
    }
}

TEST_CASE("appending keeps what is there")
{
    std::string text = "data: ";
    frevo::append_json(text, 5);
    CHECK(text == "data: 5");
}
