// SPDX-License-Identifier: BSL-1.0
// Tests of HTTP dates.
#include <frevo/core/date.hpp>

#include <doctest/doctest.h>

#include <string>
#include <thread>

using namespace frevo;

namespace {

constexpr http_time at(int year, unsigned month, unsigned day, int h = 0, int m = 0, int s = 0)
{
    return std::chrono::sys_days{
               std::chrono::year{year} / static_cast<int>(month) / static_cast<int>(day)} +
           std::chrono::hours{h} + std::chrono::minutes{m} + std::chrono::seconds{s};
}

constexpr http_time now = at(2026, 7, 15, 12);
constexpr http_time example = at(1994, 11, 6, 8, 49, 37);

} // namespace

TEST_CASE("a date prints as in RFC 9110 section 5.6.7")
{
    CHECK(to_http_date(example) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(to_http_date(http_time{}) == "Thu, 01 Jan 1970 00:00:00 GMT");
    CHECK(to_http_date(at(2000, 2, 29, 23, 59, 59)) == "Tue, 29 Feb 2000 23:59:59 GMT");
    CHECK(to_http_date(at(1969, 12, 31, 23, 59, 59)) == "Wed, 31 Dec 1969 23:59:59 GMT");
}

TEST_CASE("dates outside four digits of years print as the nearest one inside")
{
    CHECK(to_http_date(at(10000, 1, 1)) == "Fri, 31 Dec 9999 23:59:59 GMT");
    CHECK(to_http_date(at(-1, 1, 1)) == "Sat, 01 Jan 0000 00:00:00 GMT");
}

TEST_CASE("the three forms of RFC 9110 section 5.6.7 mean the same")
{
    CHECK(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT", now) == example);
    CHECK(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", now) == example);
    CHECK(parse_http_date("Sun Nov  6 08:49:37 1994", now) == example);
    CHECK(parse_http_date("Sun Nov 16 08:49:37 1994", now) == at(1994, 11, 16, 8, 49, 37));
    CHECK(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT") == example);
}

TEST_CASE("a printed date reads back, on every day of four hundred years")
{
    for (http_time t = at(1800, 1, 1, 1, 2, 3); t < at(2200, 1, 1); t += std::chrono::days{1})
        REQUIRE(parse_http_date(to_http_date(t), now) == t);
}

TEST_CASE("a year of two digits is at most fifty years ahead")
{
    CHECK(parse_http_date("Monday, 01-Jan-26 00:00:00 GMT", now) == at(2026, 1, 1));
    CHECK(parse_http_date("Monday, 01-Jan-75 00:00:00 GMT", now) == at(2075, 1, 1));
    CHECK(parse_http_date("Monday, 15-Jul-76 12:00:00 GMT", now) == at(2076, 7, 15, 12));
    CHECK(parse_http_date("Monday, 16-Jul-76 00:00:00 GMT", now) == at(1976, 7, 16));
    CHECK(parse_http_date("Monday, 01-Jan-77 00:00:00 GMT", now) == at(1977, 1, 1));
    // Seen from the end of a century, small numbers are near.
    CHECK(parse_http_date("Monday, 01-Jan-10 00:00:00 GMT", at(1999, 5, 5)) == at(2010, 1, 1));
    CHECK(parse_http_date("Monday, 01-Jan-00 00:00:00 GMT", now) == at(2000, 1, 1));
}

TEST_CASE("a leap second reads as the second after it")
{
    CHECK(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT", now) == at(2017, 1, 1));
}

TEST_CASE("anything else is no date")
{
    for (const std::string_view text : {
             "",
             "Sun",
             "Sun,",
             "Sun, ",
             "Sun, 06 Nov 1994 08:49:37",
             "Sun, 06 Nov 1994 08:49:37 gmt",
             "Sun, 06 Nov 1994 08:49:37 UTC",
             "Sun, 06 Nov 1994 08:49:37 GMT ",
             " Sun, 06 Nov 1994 08:49:37 GMT",
             "Sun, 06 Nov 1994 08:49:37 +0000",
             "sun, 06 Nov 1994 08:49:37 GMT",
             "Sun, 06 nov 1994 08:49:37 GMT",
             "Sun, 6 Nov 1994 08:49:37 GMT",
             "Sun, 06 Nov 94 08:49:37 GMT",
             "Sun, 06 ovD 1994 08:49:37 GMT",
             "Sun, 31 Nov 1994 08:49:37 GMT",
             "Sun, 29 Feb 1900 08:49:37 GMT",
             "Sun, 00 Nov 1994 08:49:37 GMT",
             "Sun, 06 Nov 1994 24:00:00 GMT",
             "Sun, 06 Nov 1994 08:60:37 GMT",
             "Sun, 06 Nov 1994 08:49:61 GMT",
             "Sun, 06 Nov 1994 -8:49:37 GMT",
             "Sun, 06 Nov 1994 08.49.37 GMT",
             "Xyz, 06 Nov 1994 08:49:37 GMT",
             "Sun, 06-Nov-94 08:49:37 GMT",
             "Sunday, 06-Nov-1994 08:49:37 GMT",
             "Sunday, 06 Nov 94 08:49:37 GMT",
             "Someday, 06-Nov-94 08:49:37 GMT",
             "Sun Nov 6 08:49:37 1994",
             "Sun Nov  6 08:49:37 94",
             "Sun Nov  0 08:49:37 1994",
             "Sun Nov  6 08:49:37 1994 GMT",
             "1994-11-06T08:49:37Z",
             "784111777",
             "0",
         }) {
        CAPTURE(text);
        CHECK_FALSE(parse_http_date(text, now));
    }
}

TEST_CASE("every beginning of a date is no date")
{
    for (const std::string text :
         {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
          "Sun Nov  6 08:49:37 1994"}) {
        for (std::size_t size = 0; size < text.size(); ++size) {
            const std::string part(text, 0, size);
            CAPTURE(part);
            CHECK_FALSE(parse_http_date(part, now));
        }
    }
}

TEST_CASE("the Date text is printed anew only when the second changes")
{
    const std::string_view first = http_date_now(example);
    CHECK(first == "Sun, 06 Nov 1994 08:49:37 GMT");
    const std::string_view again = http_date_now(example);
    CHECK(again.data() == first.data());
    CHECK(http_date_now(example + std::chrono::seconds{1}) == "Sun, 06 Nov 1994 08:49:38 GMT");
    // Clocks may also be set back.
    CHECK(http_date_now(example) == "Sun, 06 Nov 1994 08:49:37 GMT");
    CHECK(http_date_now(http_time{}) == "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST_CASE("each thread has its own Date text")
{
    const std::string_view mine = http_date_now(example);
    std::string theirs;
    std::thread{[&] { theirs = http_date_now(http_time{}); }}.join();
    CHECK(theirs == "Thu, 01 Jan 1970 00:00:00 GMT");
    CHECK(mine == "Sun, 06 Nov 1994 08:49:37 GMT");
}
