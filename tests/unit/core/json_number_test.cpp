// SPDX-License-Identifier: BSL-1.0
#include "core/json_number.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

using namespace frevo::detail;

namespace {

std::string text_of(double value)
{
    char text[json_number_size];
    return {text, write_number(text, value)};
}

std::string fixed(double value)
{
    char text[400];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr};
}

} // namespace

TEST_CASE("numbers with few decimals are written without an exponent")
{
    CHECK(text_of(0) == "0");
    CHECK(text_of(-0.0) == "-0");
    CHECK(text_of(9.5) == "9.5");
    CHECK(text_of(-19.99) == "-19.99");
    CHECK(text_of(0.000001) == "0.000001");
    CHECK(text_of(100.05) == "100.05");
    CHECK(text_of(100000) == "100000");
    CHECK(text_of(123456789012345) == "123456789012345");
    CHECK(text_of(0.1 + 0.2) == "0.30000000000000004");
    CHECK(text_of(1e300) == "1e+300");
    CHECK(text_of(std::numeric_limits<double>::denorm_min()) == "5e-324");
    CHECK(text_of(std::numeric_limits<double>::lowest()).size() <= json_number_size);
}

TEST_CASE("the short way finds the shortest digits")
{
    std::mt19937_64 random{7};
    int found = 0;
    for (int i = 0; i < 200'000; ++i) {
        double value = static_cast<double>(static_cast<std::int64_t>(random() >> (random() % 64)));
        for (std::uint64_t left = random() % 8; left > 0; --left)
            value /= 10;
        if (random() % 2 == 0)
            value = std::nextafter(value, 0);
        char text[json_number_size];
        char* const end = write_short_decimal(text, value);
        if (end == nullptr)
            continue;
        ++found;
        REQUIRE(std::string{text, end} == fixed(value));
    }
    CHECK(found > 50'000);
}

TEST_CASE("what the short way writes reads back as the same number")
{
    std::mt19937_64 random{8};
    for (int i = 0; i < 200'000; ++i) {
        const double value = static_cast<double>(random() % 100'000'000'000) /
                             static_cast<double>(std::int64_t{1} << (random() % 40));
        REQUIRE(std::strtod(text_of(value).c_str(), nullptr) == value);
    }
}
