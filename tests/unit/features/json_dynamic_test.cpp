// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

#include <frevo/features/json_dynamic.hpp>

using namespace json_types;

namespace json_types {

struct money
{
    int cents = 0;
    std::string currency;
};
inline void to_json(nlohmann::json& document, const money& value)
{
    document = nlohmann::json{{"cents", value.cents}, {"currency", value.currency}};
}
inline void from_json(const nlohmann::json& document, money& value)
{
    document.at("cents").get_to(value.cents);
    document.at("currency").get_to(value.currency);
}

struct message
{
    std::string kind;
    nlohmann::json content;
    std::optional<money> price;
    std::map<std::string, money> prices;
};
BOOST_DESCRIBE_STRUCT(message, (), (kind, content, price, prices))

/// Described and convertible.
struct both
{
    int number = 0;
};
BOOST_DESCRIBE_STRUCT(both, (), (number))
inline void to_json(nlohmann::json& document, const both&)
{
    document = "converted";
}
inline void from_json(const nlohmann::json&, both& value)
{
    value.number = -1;
}

} // namespace json_types

TEST_CASE("a document of any shape is read and written")
{
    const auto got = read<nlohmann::json>(
        R"({"a":[1,-2,2.5,null,true,"s",{}],"b":18446744073709551615,"c":{"d":[[]]}})");
    CHECK(got["a"][0].is_number_unsigned());
    CHECK(got["a"][1] == -2);
    CHECK(got["b"] == std::numeric_limits<std::uint64_t>::max());
    CHECK(
        frevo::write_json(got) ==
        R"({"a":[1,-2,2.5,null,true,"s",{}],"b":18446744073709551615,"c":{"d":[[]]}})");
    CHECK(read<nlohmann::json>("5") == 5);
    CHECK(read<nlohmann::json>("null").is_null());
    CHECK(
        frevo::write_json(read<nlohmann::ordered_json>(R"({"z":1,"a":2})")) == R"({"z":1,"a":2})");
}

TEST_CASE("a document is an argument and an answer like any other value")
{
    static_assert(frevo::extractor<frevo::json<nlohmann::json>>::consumes_body);
    frevo::json value{nlohmann::json{{"a", 1}}};
    static_assert(std::is_same_v<decltype(value), frevo::json<nlohmann::json>>);
    CHECK(value->at("a") == 1);
    const auto got = frevo::into_response<frevo::json<nlohmann::json>>::from(value);
    CHECK(got.body().view() == R"({"a":1})");
}

TEST_CASE("a type with nlohmann's conversions is read and written through them")
{
    const auto got = read<money>(R"({"cents":5,"currency":"EUR","more":[]})");
    CHECK(got.cents == 5);
    CHECK(frevo::write_json(got) == R"({"cents":5,"currency":"EUR"})");
    CHECK(read<std::vector<money>>(R"([{"cents":1,"currency":"a"}])").size() == 1);
}

TEST_CASE("a description counts before nlohmann's conversions")
{
    CHECK(read<both>(R"({"number":4})").number == 4);
    CHECK(frevo::write_json(both{3}) == R"({"number":3})");
}

TEST_CASE("documents and converted types may be members")
{
    const auto got = read<message>(
        R"({"kind":"k","content":[{"x":[1]}],"price":null,"prices":{"a":{"cents":1,"currency":"b"}}})");
    CHECK(got.content[0]["x"][0] == 1);
    CHECK(!got.price);
    CHECK(got.prices.at("a").currency == "b");
    CHECK(
        frevo::write_json(got) ==
        R"({"kind":"k","content":[{"x":[1]}],"price":null,"prices":{"a":{"cents":1,"currency":"b"}}})");
    CHECK(read<message>(R"({"kind":"k","content":null,"prices":{}})").content.is_null());
}

TEST_CASE("what nlohmann_json throws becomes a fault at the value's place")
{
    CHECK(faults<money>(R"({"cents":"x","currency":"y"})") == " type\n");
    CHECK(
        sentence<money>(R"({"cents":"x","currency":"y"})") == "type must be number, but is string");
    CHECK(faults<money>("{}") == " required\n");
    CHECK(faults<money>("[]") == " type\n");
    CHECK(
        faults<message>(
            R"({"kind":1,"content":0,"price":{"cents":1},"prices":{"a/b":7,"c":{"cents":1,"currency":"d"}}})") ==
        "/kind type\n/price required\n/prices/a~1b type\n");
}

TEST_CASE("a document has no member twice and no number too large")
{
    CHECK(faults<nlohmann::json>(R"({"a":1,"b":{"c":1,"c":2}})") == " duplicate\n");
    CHECK(sentence<nlohmann::json>(R"({"c":1,"c":2})") == "holds the member \"c\" more than once");
    CHECK(faults<nlohmann::json>("[1e400]") == " range\n");
    CHECK(faults<message>(R"({"kind":"k","content":[1e400],"prices":{}})") == "/content range\n");
}

TEST_CASE("text that is not JSON, or nested too deeply, is refused as for any type")
{
    CHECK(faults<nlohmann::json>("[1,]") == "400 The text is not JSON: line 1, column 4.");
    CHECK(faults<money>("{\"cents\":\xFF}").starts_with("400 The text is not valid UTF-8"));
    CHECK(faults<nlohmann::json>(std::string(1'000'000, '[')).starts_with("400 Arrays"));
    CHECK(faults<money>(std::string(1'000'000, '[')).starts_with("400 Arrays"));
}

TEST_CASE("text in a document that is not UTF-8 is replaced")
{
    CHECK(
        frevo::write_json(nlohmann::json{{"q", "\xff\xc3("}}) ==
        "{\"q\":\"\xef\xbf\xbd\xef\xbf\xbd(\"}");
}
