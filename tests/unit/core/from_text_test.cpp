// SPDX-License-Identifier: BSL-1.0
// Tests of the conversion from text to values.
#include <frevo/core/from_text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

using namespace frevo;

namespace {

enum class colour
{
    red,
    green
};

struct opaque
{};

struct spelt
{
    std::string text;
};

} // namespace

template <>
struct frevo::text_conversion<colour>
{
    static constexpr std::string_view kind = "colour";
    static std::optional<colour> from(std::string_view text)
    {
        if (text == "red")
            return colour::red;
        if (text == "green")
            return colour::green;
        return std::nullopt;
    }
};

template <>
struct frevo::text_conversion<spelt>
{
    static std::optional<spelt> from(std::string_view text) { return spelt{std::string{text}}; }
};

TEST_CASE("integers are read whole and in range")
{
    CHECK(from_text<int>("0") == 0);
    CHECK(from_text<int>("-17") == -17);
    CHECK(from_text<int>("007") == 7);
    CHECK(
        from_text<std::int64_t>("-9223372036854775808") ==
        std::numeric_limits<std::int64_t>::min());
    CHECK(
        from_text<std::uint64_t>("18446744073709551615") ==
        std::numeric_limits<std::uint64_t>::max());
    CHECK(from_text<std::uint8_t>("255") == 255);
    CHECK(from_text<std::int8_t>("-128") == -128);
    CHECK_FALSE(from_text<std::uint64_t>("18446744073709551616"));
    CHECK_FALSE(from_text<std::uint8_t>("256"));
    CHECK_FALSE(from_text<std::int8_t>("128"));
    CHECK_FALSE(from_text<unsigned>("-1"));
    CHECK_FALSE(from_text<unsigned>("-0"));
}

TEST_CASE("what is not exactly an integer is refused")
{
    for (const std::string_view text :
         {"", " ", "+1", " 1", "1 ", "1\n", "1.0", "1e3", "0x10", "--1", "-", "1_000", "1,000",
          "\xd9\xa1", "NaN"}) {
        CAPTURE(text);
        CHECK_FALSE(from_text<int>(text));
        CHECK_FALSE(from_text<std::uint64_t>(text));
    }
    CHECK_FALSE(from_text<int>(std::string_view("1\0", 2)));
    // The view ends before the digits do.
    CHECK(from_text<int>(std::string_view("1234").substr(0, 2)) == 12);
}

TEST_CASE("floating-point numbers are read whole and finite")
{
    CHECK(from_text<double>("1.5") == 1.5);
    CHECK(from_text<double>("-2e-3") == -2e-3);
    CHECK(from_text<double>("0.1") == 0.1);
    CHECK(from_text<double>("17") == 17.0);
    CHECK(from_text<float>("0.1") == 0.1f);
    for (const std::string_view text :
         {"", "+1", " 1", "1 ", "inf", "INF", "-infinity", "nan", "NAN(1)", "1e999", "-1e999",
          "0x1p3", "1.5f", "1,5", "."}) {
        CAPTURE(text);
        CHECK_FALSE(from_text<double>(text));
    }
    CHECK_FALSE(from_text<float>("1e39"));
}

TEST_CASE("booleans are the two words and the two digits")
{
    CHECK(from_text<bool>("true") == true);
    CHECK(from_text<bool>("1") == true);
    CHECK(from_text<bool>("false") == false);
    CHECK(from_text<bool>("0") == false);
    for (const std::string_view text : {"", "True", "TRUE", "yes", "on", "2", "01", " true"}) {
        CAPTURE(text);
        CHECK_FALSE(from_text<bool>(text));
    }
}

TEST_CASE("text is taken as it is")
{
    CHECK(from_text<std::string>(" a ") == " a ");
    const std::string_view text = "abc";
    CHECK(from_text<std::string_view>(text)->data() == text.data());
    CHECK(from_text<std::string>("") == "");
}

TEST_CASE("a type of one's own is read by its text_conversion")
{
    CHECK(from_text<colour>("green") == colour::green);
    CHECK_FALSE(from_text<colour>("blue"));
    CHECK(from_text<spelt>("x")->text == "x");
}

TEST_CASE("types without a conversion are not readable, characters among them")
{
    static_assert(text_readable<int>);
    static_assert(text_readable<colour>);
    static_assert(!text_readable<opaque>);
    static_assert(!text_readable<char>);
    static_assert(!text_readable<char8_t>);
    static_assert(!text_readable<const char*>);
    static_assert(text_readable<signed char>);
}

TEST_CASE("each kind of text has a word for messages")
{
    CHECK(text_of<int>() == "integer");
    CHECK(text_of<std::uint8_t>() == "integer");
    CHECK(text_of<double>() == "number");
    CHECK(text_of<bool>() == "boolean");
    CHECK(text_of<std::string>() == "text");
    CHECK(text_of<std::string_view>() == "text");
    CHECK(text_of<colour>() == "colour");
    CHECK(text_of<spelt>() == "value");
}
