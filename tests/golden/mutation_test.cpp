// SPDX-License-Identifier: BSL-1.0
// Damages the golden requests at random: nothing may crash, and no cut may change the outcome.

#include "golden/golden_file.hpp"
#include "golden/transcript.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

using namespace frevo::testing;

namespace {

using generator = std::minstd_rand;

std::size_t below(generator& random, std::size_t bound)
{
    return random() % bound;
}

/// Bytes that parsers are most likely to mistake.
char likely_byte(generator& random)
{
    using namespace std::string_view_literals;
    constexpr auto likely = "\r\n\0\t :;,=\"\\/?#%*[]@0159afxg+-._~\x7f\x80\xff\v"sv;
    return likely[below(random, likely.size())];
}

void mutate(std::string& text, const std::string& other, generator& random)
{
    const std::size_t at = below(random, text.size() + 1);
    switch (below(random, 6)) {
    case 0:
        text.insert(at, 1, likely_byte(random));
        break;
    case 1:
        if (at != text.size())
            text[at] = likely_byte(random);
        break;
    case 2:
        text.erase(at, 1 + below(random, 3));
        break;
    case 3: // a stretch twice
        text.insert(at, text.substr(below(random, text.size() + 1), below(random, 20)));
        break;
    case 4: // a stretch of another file
        text.insert(at, other.substr(below(random, other.size() + 1), below(random, 40)));
        break;
    default:
        if (at != text.size())
            text[at] = static_cast<char>(random());
        break;
    }
}

unsigned seed()
{
    const char* wanted = std::getenv("FREVO_SEED");
    return wanted != nullptr ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : 20240229;
}

std::size_t rounds()
{
    const char* wanted = std::getenv("FREVO_MUTATIONS"); // for long runs by hand
    return wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 1500;
}

} // namespace

TEST_CASE("a damaged request has the same outcome however it is cut")
{
    auto files = read_all_golden(std::filesystem::path{FREVO_TEST_SOURCE_DIR} / "golden" / "http1");
    std::erase_if(files, [](const golden_file& file) {
        return file.input.empty() || file.input.size() > 400;
    });
    generator random{seed()};
    for (std::size_t round = 0; round < rounds(); ++round) {
        const golden_file& file = files[below(random, files.size())];
        std::string input = file.input;
        for (std::size_t n = 1 + below(random, 3); n != 0; --n)
            mutate(input, files[below(random, files.size())].input, random);

        CAPTURE(round);
        CAPTURE(escape(input));
        const std::string whole = transcribe(input, file.bounds, {});
        REQUIRE(transcribe_bytewise(input, file.bounds) == whole);
        for (std::size_t n = 0; n < 8; ++n) {
            std::vector<std::size_t> cuts{
                below(random, input.size() + 1), below(random, input.size() + 1)};
            std::sort(cuts.begin(), cuts.end());
            CAPTURE(cuts[0]);
            CAPTURE(cuts[1]);
            REQUIRE(transcribe(input, file.bounds, cuts) == whole);
        }
    }
}
