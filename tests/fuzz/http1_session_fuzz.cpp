// SPDX-License-Identifier: BSL-1.0
// Feeds bytes to the HTTP/1.1 session in several cuts; the outcome must be the same for all.

#include "golden/golden_file.hpp"
#include "golden/transcript.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace frevo::testing;

namespace {

frevo::limits small_limits()
{
    frevo::limits bounds; // small enough for a fuzzer to reach them
    bounds.request_line = 200;
    bounds.fields_size = 400;
    bounds.field_count = 8;
    bounds.body = 100;
    bounds.chunk_extensions = 20;
    bounds.trailers = 30;
    return bounds;
}

void check(const std::string& input, const frevo::limits& bounds)
{
    const std::string whole = transcribe(input, bounds, {});
    if (transcribe_bytewise(input, bounds) != whole)
        std::abort();
    const std::size_t middle = input.size() / 2;
    std::array cuts{std::size_t{0}, std::size_t{0}, std::size_t{0}};
    std::size_t chosen = frevo::hash_ignore_case(input); // by the input, so that it is repeatable
    for (std::size_t& each : cuts) {
        each = chosen % (input.size() + 1);
        chosen /= 8191;
    }
    std::sort(cuts.begin(), cuts.end());
    if (transcribe(input, bounds, std::array{middle}) != whole ||
        transcribe(input, bounds, cuts) != whole)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string text{reinterpret_cast<const char*>(data), size};
    frevo::limits bounds = small_limits();
    if (text.starts_with("title:")) { // the golden requests are the seeds
        try {
            std::istringstream in{text};
            const golden_file file = parse_golden(in, "seed");
            if (file.input.size() > 20'000) // repetitions make a long text of a short one
                return -1;
            text = file.input;
            bounds = file.bounds;
        } catch (const std::runtime_error&) {
            return -1;
        }
    }
    check(text, bounds);
    return 0;
}
