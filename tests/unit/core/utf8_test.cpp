// SPDX-License-Identifier: BSL-1.0
// Tests of stepping through UTF-8.
#include "core/utf8.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>

using namespace frevo::detail;

namespace {

// Decodes by the bit pattern and checks the number afterwards: slow, and written another way than
// the source.
std::size_t valid_size(std::string_view text)
{
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    unsigned value = byte(0);
    std::size_t size = 1;
    if (value >= 0xf8 || (value & 0xc0) == 0x80)
        return 0;
    if (value >= 0xf0)
        size = 4, value &= 0x07;
    else if (value >= 0xe0)
        size = 3, value &= 0x0f;
    else if (value >= 0xc0)
        size = 2, value &= 0x1f;
    if (text.size() < size)
        return 0;
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (byte(at) & 0x3fu);
    }
    const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    return size;
}

} // namespace

TEST_CASE("ASCII is taken in one step up to the next other byte")
{
    CHECK(next_utf8("abc").size == 3);
    CHECK(next_utf8("0123456789\xc3\xa4").size == 10);
    CHECK(next_utf8("\xc3\xa4xyz").size == 2);
}

TEST_CASE("an invalid part is as long as a valid character could have begun")
{
    struct row
    {
        const char* text;
        std::size_t size;
    };
    // Unicode 15 table 3-8 and its neighbours.
    for (const row& r :
         {row{"\xc0\xaf", 1}, row{"\xe0\x80\xbf", 1}, row{"\xf0\x81\x82\x41", 1},
          row{"\xe1\x80\xe2", 2}, row{"\xf0\x91\x92\xf1", 3}, row{"\xf1\xbf\x41", 2},
          row{"\xed\xa0\x80", 1}, row{"\xf4\x91\x92\x93", 1}, row{"\xff\x41", 1},
          row{"\xe2\x82", 2}}) {
        CAPTURE(r.text);
        CHECK_FALSE(next_utf8(r.text).valid);
        CHECK(next_utf8(r.text).size == r.size);
    }
}

TEST_CASE("every text of two bytes and random longer ones are judged as their numbers say")
{
    std::mt19937 random{5};
    const auto check = [](std::string_view text) {
        const utf8_step step = next_utf8(text);
        const std::size_t size = valid_size(text);
        REQUIRE(step.size > 0);
        REQUIRE(step.size <= text.size());
        REQUIRE(step.valid == (size != 0));
        if (size > 1)
            REQUIRE(step.size == size);
    };
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const char text[] = {static_cast<char>(first), static_cast<char>(second)};
            check({text, 2});
        }
    }
    for (int round = 0; round < 200000; ++round) {
        const std::size_t size = 1 + random() % 5;
        const auto text = std::make_unique<char[]>(size);
        for (std::size_t i = 0; i < size; ++i)
            text[i] = static_cast<char>(i == 0 ? 0xe0 + random() % 24 : 0x78 + random() % 80);
        check({text.get(), size});
    }
}
