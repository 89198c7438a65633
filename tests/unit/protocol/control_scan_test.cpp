// SPDX-License-Identifier: BSL-1.0
// Tests of the search for characters in field lines.

#include "protocol/control_scan.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

/// The text in a heap block of exactly its size, so that AddressSanitizer sees a byte too many.
struct exact_block
{
    explicit exact_block(std::string_view text)
        : data(std::make_unique<char[]>(text.size())), size(text.size())
    {
        if (size != 0)
            std::memcpy(data.get(), text.data(), size);
    }
    const char* begin() const { return data.get(); }
    const char* end() const { return data.get() + size; }

    std::unique_ptr<char[]> data;
    std::size_t size;
};

} // namespace

TEST_CASE("a control character is found at every place of a text of every size")
{
    for (std::size_t size = 0; size <= 50; ++size) {
        CAPTURE(size);
        const exact_block clean{std::string(size, 'a')};
        CHECK(find_control(clean.begin(), clean.end()) == clean.end());
        for (std::size_t place = 0; place < size; ++place) {
            CAPTURE(place);
            std::string text(size, '\xe9');
            text[place] = '\r';
            if (place + 1 < size)
                text[place + 1] = '\0'; // the first one counts
            const exact_block block{text};
            CHECK(find_control(block.begin(), block.end()) == block.begin() + place);
        }
    }
}

TEST_CASE("the search for controls agrees with the table for every byte")
{
    for (int byte = 0; byte < 256; ++byte) {
        CAPTURE(byte);
        const auto c = static_cast<char>(byte);
        for (const std::size_t size : {std::size_t{5}, std::size_t{40}}) {
            const exact_block block{std::string(size, c)};
            const bool found = find_control(block.begin(), block.end()) != block.end();
            CHECK(found == !frevo::is_field_value({&c, 1}));
        }
    }
}

TEST_CASE("a colon is found at every place of a name of every size")
{
    for (std::size_t size = 0; size <= 40; ++size) {
        CAPTURE(size);
        const exact_block none{std::string(size, 'a')};
        CHECK(find_colon(none.begin(), none.end()) == none.end());
        for (std::size_t place = 0; place < size; ++place) {
            std::string text(size, 'a');
            text[place] = ':';
            text.back() = ':';
            const exact_block block{text};
            CHECK(find_colon(block.begin(), block.end()) == block.begin() + place);
        }
    }
}
