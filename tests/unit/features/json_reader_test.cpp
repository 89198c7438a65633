// SPDX-License-Identifier: BSL-1.0
#include "features/json_binder.hpp"
#include "features/json_reader.hpp"
#include "json_types.hpp"

#include <iterator>

using namespace json_types;
using frevo::detail::json_error;
using frevo::detail::json_reader;

namespace {

/// Writes down what happens.
class transcript final : public frevo::detail::json_events
{
public:
    bool null() override { return say("null"); }
    bool boolean(bool value) override { return say(value ? "true" : "false"); }
    bool integer(std::int64_t value, std::string_view text) override
    {
        return say("i" + std::to_string(value) + "(" + std::string{text} + ")");
    }
    bool natural(std::uint64_t value) override { return say("u" + std::to_string(value)); }
    bool real(std::string_view text, double) override { return say("r" + std::string{text}); }
    bool string(std::string_view value) override { return say("'" + std::string{value} + "'"); }
    bool begin_array() override { return say("["); }
    bool end_array() override { return say("]"); }
    bool begin_object() override { return say("{"); }
    bool key(std::string_view name) override { return say(std::string{name} + ":"); }
    bool end_object() override { return say("}"); }

    std::string said;
    std::size_t most = 1000; // events before it wants no more

private:
    bool say(std::string_view what)
    {
        said += what;
        said += ' ';
        return --most > 0;
    }
};

struct outcome
{
    std::string events;
    json_error error = json_error::none;
    std::size_t offset = 0;

    bool operator==(const outcome&) const = default;
};

outcome in_pieces(std::initializer_list<std::string_view> pieces, std::size_t depth = 32)
{
    transcript events;
    frevo::detail::json_events* sink = &events;
    json_reader reader{sink, depth};
    const auto* last = std::prev(pieces.end());
    for (const auto* each = pieces.begin(); each != pieces.end(); ++each) {
        // From a block of exactly its size, so that a read beyond it is seen.
        const std::vector<char> block(each->begin(), each->end());
        if (!reader.feed({block.data(), block.size()}, each == last))
            break;
    }
    return {events.said, reader.error(), reader.offset()};
}

outcome whole(std::string_view text, std::size_t depth = 32)
{
    transcript events;
    frevo::detail::json_events* sink = &events;
    const std::vector<char> block(text.begin(), text.end());
    const auto result = frevo::detail::parse_json({block.data(), block.size()}, sink, depth);
    return {events.said, result.error, result.offset};
}

json_error error_of(std::string_view text)
{
    return whole(text).error;
}

constexpr std::string_view good_texts[] = {
    R"({"a":1,"bb":[-2,3.5,1e3,-0,18446744073709551615,123456789012345678901234567890],"c":{}})",
    R"([true,false,null,"",[],[[]],{"":{}}])",
    "\xEF\xBB\xBF[1]",
    R"( "tab\tquote\"back\\slash\/\u00e9\ud83c\udfb7\u0000" )",
    "\"\xC3\xA9\xF0\x9F\x8E\xB7\"",
    "0.000012345678901234567890e-300",
    "-1234567890.125E+2",
    "7",
    "\r\n\t true \n",
};

constexpr std::string_view bad_texts[] = {
    "",
    " ",
    "[1,]",
    "[1 2]",
    "{\"a\"}",
    "{\"a\":}",
    "{a:1}",
    "[1]x",
    "1 2",
    "tru",
    "nulL",
    "'a'",
    "01",
    "1.",
    ".5",
    "-",
    "+1",
    "1e",
    "1e+",
    "0x10",
    "NaN",
    "Infinity",
    "\"\\x\"",
    "\"\n\"",
    "\"\xFF\"",
    "\"\xC3(\"",
    "\"\xED\xA0\x80\"",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\"abc",
    "[",
    "{\"a\":1",
    "/*c*/1",
    "\xEF\xBB",
    "\xEF\xBB\xBF",
    "[1]\xEF\xBB\xBF",
    "1e99999999999",
};

} // namespace

TEST_CASE("events come in the order of the text")
{
    CHECK(
        whole(R"({"a":[1,-2,2.5,18446744073709551615],"b":{"c":null,"d":true}})").events ==
        "{ a: [ i1(1) i-2(-2) r2.5 u18446744073709551615 ] b: { c: null d: true } } ");
    CHECK(whole(R"("\u0041\ud83c\udfb7")").events == "'A\xF0\x9F\x8E\xB7' ");
    CHECK(whole("-0").events == "i0(-0) ");
}

TEST_CASE("a text cut at every place gives what the whole text gives")
{
    for (const std::string_view text : good_texts) {
        const outcome expected = whole(text);
        CAPTURE(text);
        CHECK(expected.error == json_error::none);
        for (std::size_t cut = 0; cut <= text.size(); ++cut)
            CHECK(in_pieces({text.substr(0, cut), text.substr(cut)}) == expected);
        for (std::size_t cut = 0; cut < text.size(); ++cut)
            CHECK(
                in_pieces({text.substr(0, cut), text.substr(cut, 1), {}, text.substr(cut + 1)}) ==
                expected);
    }
}

TEST_CASE("a bad text is bad wherever it is cut")
{
    for (const std::string_view text : bad_texts) {
        const outcome expected = whole(text);
        CAPTURE(text);
        CHECK(expected.error != json_error::none);
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            CAPTURE(cut);
            CHECK(in_pieces({text.substr(0, cut), text.substr(cut)}).error == expected.error);
        }
    }
}

TEST_CASE("a value read in pieces is the value read whole")
{
    const std::string_view text =
        R"({"id":123456,"customer":"Ann \u00e9","note":null,"paint":"green",)"
        R"("items":[{"name":"n","quantity":-5,"price":0.1234567890123456789,"tags":["a","b"]}],)"
        R"("counts":{"k\n":1,"l":2},"x":{"y":[1]}})";
    const std::string expected = frevo::write_json(read<order>(text));
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        order value;
        frevo::detail::json_binder binder{frevo::detail::shape_of<order>(), &value, 64};
        json_reader reader{binder.sink(), 32};
        REQUIRE(reader.feed(text.substr(0, cut), false));
        REQUIRE(reader.feed(text.substr(cut), true));
        CHECK(binder.faults().empty());
        CHECK(frevo::write_json(value) == expected);
    }
}

TEST_CASE("each kind of error is named")
{
    CHECK(error_of("") == json_error::incomplete);
    CHECK(error_of("[1") == json_error::incomplete);
    CHECK(error_of("[1}") == json_error::syntax);
    CHECK(error_of("[1] 2") == json_error::extra);
    CHECK(error_of("\"\\ud800x\"") == json_error::syntax);
    CHECK(error_of("\"\xFF\"") == json_error::syntax);
    CHECK(error_of("1e99999999999") == json_error::number);
    CHECK(whole("[[[1]]]", 3).error == json_error::none);
    CHECK(whole("[[[1]]]", 2).error == json_error::depth);
    CHECK(whole("{\"a\":{\"b\":[]}}", 2).error == json_error::depth);
    CHECK(whole("1", 0).error == json_error::none);
}

TEST_CASE("parsing stops when the receiver wants no more")
{
    for (std::size_t most = 1; most < 6; ++most) {
        transcript events;
        events.most = most;
        frevo::detail::json_events* sink = &events;
        CHECK(
            frevo::detail::parse_json(R"([{"a":"s"},1.5])", sink, 32).error == json_error::stopped);
    }
}

TEST_CASE("nesting beyond the limit is refused without using the stack")
{
    for (const std::string_view opening : {"[", "{\"a\":", "[{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 1'000'000; ++i)
            text += opening;
        CHECK(error_of(text) == json_error::depth);
    }
    const auto limited = frevo::json_limits{}.depth(3);
    CHECK(faults<identified>(R"({"id":1,"x":[[1]]})", limited) == "none");
    CHECK(faults<identified>(R"({"id":1,"x":[[[1]]]})", limited).starts_with("400 Arrays"));
}

TEST_CASE("a zero byte may stand in a text only as an escape")
{
    CHECK(read<std::string>(R"("a\u0000b")") == std::string("a\0b", 3));
    CHECK(error_of(std::string_view{"\"a\0b\"", 5}) == json_error::syntax);
    CHECK(error_of(std::string_view{"1\0", 2}) == json_error::extra);
    CHECK(error_of(std::string_view{"\0", 1}) == json_error::syntax);
}
