// SPDX-License-Identifier: BSL-1.0
// Makes legal requests at random, in forms that nobody sends: all must be taken, however they are
// cut.

#include "golden/golden_file.hpp"
#include "golden/transcript.hpp"

#include <frevo/core/ascii.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>

using namespace frevo::testing;

namespace {

constexpr std::string_view path_characters = "abcXYZ019-._~!$&'()*+,;=:@%/[]^`{|}";
constexpr std::string_view token_characters = "abcXYZ019!#$%&'*+-.^_`|~";

class request_maker
{
public:
    explicit request_maker(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return random_() % bound; }
    bool now_and_then() { return below(4) == 0; }

    std::string make()
    {
        const bool is_1_0 = below(8) == 0;
        std::string out = one_of<5>({"GET", "POST", "PUT", "OPTIONS", "DELETE"});
        out += " /" + text(path_characters, 12);
        if (now_and_then())
            out += '?' + text(path_characters, 12) + '?' + text(path_characters, 3);
        out += is_1_0 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n";
        std::vector<std::string> lines{"Host:" + blanks() + one_of<3>({"a", "a.b:80", "[::1]"})};
        for (std::size_t n = below(4); n != 0; --n)
            lines.push_back(text(token_characters, 12, 1) + ':' + blanks() + value() + blanks());
        if (now_and_then())
            lines.push_back(
                "Connection:" + blanks() +
                one_of<6>(
                    {"close", "keep-alive", "Keep-Alive", "x, ,close", "upgrade", ",\t, odd"}));
        if (now_and_then())
            lines.push_back("uPgRaDe:" + blanks() + value());
        if (now_and_then())
            lines.push_back("Expect:" + blanks() + one_of<3>({"100-continue", "x", ""}));
        std::string body;
        if (below(3) == 0) {
            body = text("ab\r\n\0", 20);
            lines.push_back(
                one_of<2>({"Content-Length:", "content-LENGTH:"}) + blanks() +
                std::to_string(body.size()) + (now_and_then() ? " " : ""));
        } else if (!is_1_0 && below(3) == 0) {
            lines.push_back("Transfer-Encoding:" + blanks() + one_of<2>({"chunked", "Chunked"}));
            body = chunks();
        }
        for (; !lines.empty();) {
            const std::size_t at = below(lines.size());
            out += lines[at] + "\r\n";
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        }
        return out + "\r\n" + body;
    }

private:
    std::string text(std::string_view from, std::size_t most, std::size_t least = 0)
    {
        std::string out;
        for (std::size_t n = least + below(most); n != 0; --n)
            out += from[below(from.size())];
        return out;
    }

    std::string blanks() { return text(" \t", 3); }

    std::string value()
    {
        std::string out;
        for (std::size_t n = below(40); n != 0; --n) {
            const auto c = static_cast<char>(random_());
            if (frevo::is_field_value({&c, 1}))
                out += c;
        }
        return out;
    }

    std::string chunks()
    {
        std::string out;
        for (std::size_t n = below(6); n != 0; --n) {
            const std::string data = text("x\r\n0", 12, 1);
            constexpr std::string_view digits = "0123456789abcdef";
            out += std::string(below(3), '0') + digits[data.size()];
            for (std::size_t e = below(3); e != 0; --e)
                out += extension();
            out += "\r\n" + data + "\r\n";
        }
        out += std::string(1 + below(3), '0') + "\r\n";
        for (std::size_t n = below(3); n != 0; --n)
            out += text(token_characters, 8, 1) + ':' + value() + "\r\n";
        return out + "\r\n";
    }

    std::string extension()
    {
        std::string out = blanks() + ';' + blanks() + text(token_characters, 5, 1);
        if (now_and_then())
            out += blanks() + '=' + blanks() + text(token_characters, 5, 1);
        else if (now_and_then())
            out += blanks() + "=\"" + text("a;\t ,=", 5) + "\\\"\"";
        return out;
    }

    template <std::size_t Count>
    std::string one_of(std::array<const char*, Count> choices)
    {
        return choices[below(Count)];
    }

    std::mt19937 random_;
};

} // namespace

TEST_CASE("a legal request is taken however odd it looks and however it is cut")
{
    const char* wanted = std::getenv("FREVO_MUTATIONS"); // for long runs by hand
    const std::size_t rounds = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 1500;
    request_maker maker{20240301};
    const frevo::limits bounds;
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::string input = maker.make() + maker.make();
        CAPTURE(round);
        CAPTURE(escape(input));
        const std::string whole = transcribe(input, bounds, {});
        REQUIRE(whole.find("reject") == std::string::npos);
        REQUIRE(whole.find("unfinished") == std::string::npos);
        REQUIRE(transcribe_bytewise(input, bounds) == whole);
        const std::array cuts{maker.below(input.size() + 1)};
        REQUIRE(transcribe(input, bounds, cuts) == whole);
    }
}
