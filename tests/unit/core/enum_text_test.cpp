// SPDX-License-Identifier: BSL-1.0
// Tests of described enumerations as text.
#include <frevo/core/enum_text.hpp>

#include <boost/describe/enum.hpp>

#include <doctest/doctest.h>

namespace {

enum class colour
{
    red,
    green = 7,
    blue
};
BOOST_DESCRIBE_ENUM(colour, red, green, blue)

enum single
{
    alone
};
BOOST_DESCRIBE_ENUM(single, alone)

} // namespace

TEST_CASE("a described enumeration is read from the names of its enumerators")
{
    CHECK(frevo::from_text<colour>("red") == colour::red);
    CHECK(frevo::from_text<colour>("green") == colour::green);
    CHECK(frevo::from_text<colour>("blue") == colour::blue);
    CHECK(frevo::from_text<single>("alone") == alone);
}

TEST_CASE("other text, another case and numbers are no enumerator")
{
    for (const char* text : {"", "RED", "re", "redd", "7", " red"}) {
        CAPTURE(text);
        CHECK(!frevo::from_text<colour>(text));
    }
}

TEST_CASE("messages list the names")
{
    CHECK(frevo::text_of<colour>() == "one of red, green, blue");
    CHECK(frevo::text_of<single>() == "one of alone");
}
