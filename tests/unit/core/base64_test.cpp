// SPDX-License-Identifier: BSL-1.0
// Tests of base64.
#include <frevo/core/base64.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>

using frevo::base64_alphabet, frevo::base64_decode, frevo::base64_encode;

namespace {

std::string encoded(std::string_view bytes, base64_alphabet alphabet)
{
    std::string out;
    base64_encode(bytes, out, alphabet);
    return out;
}

std::optional<std::string> decoded(std::string_view text, base64_alphabet alphabet)
{
    std::string out = "before";
    if (!base64_decode(text, out, alphabet)) {
        CHECK(out == "before");
        return std::nullopt;
    }
    return out.substr(6);
}

constexpr auto standard = base64_alphabet::standard;
constexpr auto url = base64_alphabet::url;

} // namespace

TEST_CASE("the test vectors of RFC 4648 section 10 hold")
{
    struct row
    {
        const char* plain;
        const char* padded;
        const char* bare;
    };
    for (const row& r :
         {row{"", "", ""}, row{"f", "Zg==", "Zg"}, row{"fo", "Zm8=", "Zm8"},
          row{"foo", "Zm9v", "Zm9v"}, row{"foob", "Zm9vYg==", "Zm9vYg"},
          row{"fooba", "Zm9vYmE=", "Zm9vYmE"}, row{"foobar", "Zm9vYmFy", "Zm9vYmFy"}}) {
        CAPTURE(r.plain);
        CHECK(encoded(r.plain, standard) == r.padded);
        CHECK(encoded(r.plain, url) == r.bare);
        CHECK(decoded(r.padded, standard) == r.plain);
        CHECK(decoded(r.bare, url) == r.plain);
    }
}

TEST_CASE("the credentials of RFC 7617 section 2 decode")
{
    CHECK(decoded("QWxhZGRpbjpvcGVuIHNlc2FtZQ==", standard) == "Aladdin:open sesame");
}

TEST_CASE("the alphabets differ in two characters")
{
    CHECK(encoded("\xfb\xff\xfe", standard) == "+//+");
    CHECK(encoded("\xfb\xff\xfe", url) == "-__-");
    CHECK_FALSE(decoded("+//+", url));
    CHECK_FALSE(decoded("-__-", standard));
}

TEST_CASE("text that no encoder makes is refused")
{
    for (const std::string_view text :
         {"Z",     "Zg",     "Zg=",      "Zm8",      "Zg==\n",
          " Zg==", "Zg===",  "=",        "==",       "===",
          "====",  "Z===",   "Zm=v",     "Zm9v=",    "Zh==",
          "Zm9=",  "Zm\n9v", "Zm9v,A==", "Zg==Zg==", "\xff\xff\xff\xff"}) {
        CAPTURE(text);
        CHECK_FALSE(decoded(text, standard));
    }
    for (const std::string_view text : {"Z", "Zg==", "Zh", "Zm9", "Zm9vY", "Zm 9", "="}) {
        CAPTURE(text);
        CHECK_FALSE(decoded(text, url));
    }
    CHECK_FALSE(decoded(std::string_view("Zm9\0", 4), standard));
}

TEST_CASE("random bytes survive")
{
    std::mt19937 random{8};
    for (std::size_t size = 0; size < 200; ++size) {
        std::string bytes(size, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random());
        REQUIRE(decoded(encoded(bytes, standard), standard) == bytes);
        REQUIRE(decoded(encoded(bytes, url), url) == bytes);
    }
}

TEST_CASE("the short forms return their result")
{
    CHECK(base64_encode("frevo", url) == "ZnJldm8");
    CHECK(base64_decode("ZnJldm8", url) == "frevo");
    CHECK(!base64_decode("ZnJldm8=", url));
}
