// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

#include <cmath>

using namespace json_types;

TEST_CASE("integers of every width are read up to their bounds")
{
    const auto low = read<integers>(
        R"({"i8":-128,"i16":-32768,"i32":-2147483648,"i64":-9223372036854775808,
            "u8":0,"u16":0,"u32":0,"u64":0,"ll":-9223372036854775808})");
    CHECK(low.i8 == -128);
    CHECK(low.i16 == -32768);
    CHECK(low.i32 == std::numeric_limits<std::int32_t>::min());
    CHECK(low.i64 == std::numeric_limits<std::int64_t>::min());
    CHECK(low.ll == std::numeric_limits<long long>::min());
    const auto high = read<integers>(
        R"({"i8":127,"i16":32767,"i32":2147483647,"i64":9223372036854775807,
            "u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,
            "ll":9223372036854775807})");
    CHECK(high.i8 == 127);
    CHECK(high.u8 == 255);
    CHECK(high.u32 == 4294967295);
    CHECK(high.u64 == std::numeric_limits<std::uint64_t>::max());
    CHECK(high.ll == std::numeric_limits<long long>::max());
}

TEST_CASE("one beyond the bounds is out of range")
{
    CHECK(
        faults<integers>(
            R"({"i8":-129,"i16":-32769,"i32":-2147483649,"i64":-9223372036854775809,
                "u8":-1,"u16":-1,"u32":-1,"u64":-1,"ll":-9223372036854775809})") ==
        "/i8 range\n/i16 range\n/i32 range\n/i64 range\n"
        "/u8 range\n/u16 range\n/u32 range\n/u64 range\n/ll range\n");
    CHECK(
        faults<integers>(
            R"({"i8":128,"i16":32768,"i32":2147483648,"i64":9223372036854775808,
                "u8":256,"u16":65536,"u32":4294967296,"u64":18446744073709551616,
                "ll":9223372036854775808})") ==
        "/i8 range\n/i16 range\n/i32 range\n/i64 range\n"
        "/u8 range\n/u16 range\n/u32 range\n/u64 range\n/ll range\n");
    CHECK(sentence<std::int8_t>("128") == "must be from -128 to 127");
    CHECK(sentence<std::uint64_t>("-1") == "must be from 0 to 18446744073709551615");
    CHECK(
        sentence<std::int64_t>("9223372036854775808") ==
        "must be from -9223372036854775808 to 9223372036854775807");
}

TEST_CASE("floating-point numbers are read exactly")
{
    CHECK(read<double>("0.1") == 0.1);
    CHECK(read<double>("1e23") == 1e23);
    CHECK(read<double>("9007199254740993") == 9007199254740992.0);
    CHECK(read<double>("18446744073709551615") == 18446744073709551616.0);
    CHECK(read<double>("184467440737095516150") == 184467440737095516150.0);
    CHECK(read<double>("2.2250738585072011e-308") == 2.2250738585072011e-308);
    CHECK(read<double>("5e-324") == 5e-324);
    CHECK(
        read<double>("0.500000000000000166533453693773481063544750213623046875") ==
        0.500000000000000166533453693773481063544750213623046875);
    CHECK(read<float>("16777217") == 16777216.0F);
    CHECK(read<float>("0.1") == 0.1F);
}

TEST_CASE("zeros keep their sign")
{
    CHECK(std::signbit(read<double>("-0")));
    CHECK(std::signbit(read<double>("-0.0")));
    CHECK(std::signbit(read<float>("-0")));
    CHECK(!std::signbit(read<double>("0")));
    CHECK(std::signbit(read<double>("-1e-400")));
    CHECK(read<int>("-0") == 0);
    CHECK(read<unsigned>("-0") == 0);
}

TEST_CASE("numbers that are too large are out of range, those that are too small are zero")
{
    CHECK(faults<double>("1e309") == " range\n");
    CHECK(faults<double>("-1e309") == " range\n");
    CHECK(faults<float>("1e39") == " range\n");
    CHECK(faults<double>(std::string(400, '9')) == " range\n");
    CHECK(read<double>("1e-400") == 0);
    CHECK(read<double>("0." + std::string(400, '0') + "1") == 0);
    CHECK(read<float>("1e-60") == 0);
    CHECK(faults<double>("1e99999999999").starts_with("400 The exponent"));
    CHECK(faults<int>(std::string(400, '9')) == " range\n");
}

TEST_CASE("enumerations are read and written by name, whatever their width")
{
    CHECK(read<colour>(R"("blue")") == colour::blue);
    CHECK(read<wide>(R"("low")") == wide::low);
    CHECK(read<wide>(R"("high")") == wide::high);
    CHECK(faults<colour>(R"("Blue")") == " enum\n");
    CHECK(frevo::write_json(colour::blue) == R"("blue")");
    CHECK(frevo::write_json(wide::low) == R"("low")");
}
