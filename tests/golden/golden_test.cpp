// SPDX-License-Identifier: BSL-1.0
// Runs every golden request whole, in two pieces, and byte by byte.

#include "golden/golden_file.hpp"
#include "golden/transcript.hpp"
#include "protocol/rejection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

using namespace frevo::testing;

namespace {

const std::vector<golden_file>& all_files()
{
    static const auto files =
        read_all_golden(std::filesystem::path{FREVO_TEST_SOURCE_DIR} / "golden" / "http1");
    return files;
}

} // namespace

TEST_CASE("every golden request gives the events written down")
{
    REQUIRE(all_files().size() >= 120);
    for (const golden_file& file : all_files()) {
        CAPTURE(file.name);
        CAPTURE(file.title);
        CHECK(transcribe(file.input, file.bounds, {}) == file.expect);
    }
}

TEST_CASE("it does not matter where a request is cut in two")
{
    for (const golden_file& file : all_files()) {
        CAPTURE(file.name);
        for (std::size_t cut = 0; cut <= file.input.size(); ++cut) {
            const std::array cuts{cut};
            const std::string got = transcribe(file.input, file.bounds, cuts);
            CAPTURE(cut);
            REQUIRE(got == file.expect);
        }
    }
}

TEST_CASE("a request may arrive byte by byte")
{
    for (const golden_file& file : all_files()) {
        CAPTURE(file.name);
        CHECK(transcribe_bytewise(file.input, file.bounds) == file.expect);
    }
}

TEST_CASE("every reason for a refusal has a golden request")
{
    // The clock or the connection decides about these; the server's tests cover them.
    constexpr std::array decided_elsewhere{
        frevo::detail::rejection::head_timeout, frevo::detail::rejection::body_timeout,
        frevo::detail::rejection::unknown_expectation};
    for (const auto& row : frevo::detail::all_rejections()) {
        CAPTURE(row.name);
        const std::string line = "reject " + std::string{row.name} + ",";
        const auto shows_it = [&line](const golden_file& file) {
            return file.expect.find(line) != std::string::npos;
        };
        const bool elsewhere =
            std::find(decided_elsewhere.begin(), decided_elsewhere.end(), row.reason) !=
            decided_elsewhere.end();
        CHECK(std::any_of(all_files().begin(), all_files().end(), shows_it) != elsewhere);
    }
}

TEST_CASE("escapes read back as they were written")
{
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    CHECK(unescape(escape(bytes)) == bytes);
    CHECK(unescape("\\{3:ab}c") == "abababc");
    CHECK_THROWS_AS(unescape("\\q"), std::runtime_error);
}
