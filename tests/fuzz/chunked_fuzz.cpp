// SPDX-License-Identifier: BSL-1.0
// Decodes a chunked body in several cuts: all agree, and with a plain reading of the grammar.

#include "fuzz/property.hpp"
#include "protocol/chunk_decoder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

using namespace frevo::detail;
using namespace frevo::testing;

namespace {

using outcome = chunk_decoder::outcome;

constexpr std::uint64_t most = 300;

frevo::limits small_limits()
{
    frevo::limits bounds; // small enough for a fuzzer to reach them
    bounds.chunk_extensions = 40;
    bounds.trailers = 60;
    return bounds;
}

struct decoded
{
    outcome result = outcome::need_more;
    rejection why = rejection::none;
    std::uint64_t announced = 0;
    std::size_t consumed = 0;
    std::string body;

    bool operator==(const decoded&) const = default;
};

/// Decodes one piece, which lies in memory of its own; false when that is the end of it.
bool feed(chunk_decoder& decoder, const std::vector<char>& piece, std::size_t room, decoded& all)
{
    std::string_view rest{piece.data(), piece.size()};
    std::array<std::string_view, 4> pieces;
    for (;;) {
        std::size_t count = 0;
        std::size_t consumed = 0;
        all.result = decoder.decode(
            rest, small_limits(), most, std::span{pieces}.first(room), count, consumed);
        hold(consumed <= rest.size() && count <= room, "no more is taken than is there");
        for (const std::string_view each : std::span{pieces}.first(count)) {
            hold(!each.empty(), "no piece is empty");
            hold(is_inside(each, rest.substr(0, consumed)), "pieces are parts of what was taken");
            all.body += each;
        }
        all.consumed += consumed;
        rest.remove_prefix(consumed);
        hold(all.result != outcome::need_more || rest.empty(), "need_more takes all");
        if (all.result != outcome::full)
            return all.result == outcome::need_more;
        hold(count > 0, "there is no end of being full without pieces");
    }
}

/// Cuts the text after as many bytes as the letters say, over and over.
decoded decode(std::string_view text, std::string_view cuts, std::size_t room)
{
    chunk_decoder decoder;
    decoder.start();
    decoded all;
    const auto step = [&](std::size_t i) -> std::size_t {
        return static_cast<unsigned char>(cuts[i % cuts.size()]) % 32;
    };
    const bool moves = std::ranges::any_of(cuts, [](unsigned char c) { return c % 32 != 0; });
    for (std::size_t i = 0; !text.empty(); ++i) {
        const std::size_t size = moves ? std::min(text.size(), step(i)) : text.size();
        if (!feed(decoder, {text.begin(), text.begin() + size}, room, all))
            break;
        text.remove_prefix(size);
    }
    if (all.result == outcome::failed)
        all.why = decoder.why();
    all.announced = decoder.announced();
    return all;
}

struct plain_body
{
    std::string body;
    std::size_t size = 0; ///< of the encoded body
    bool is_plain = true; ///< has no extensions, trailers, or zeroes without end
};

/// Reads line by line; nothing for what is not complete or could not be read so.
std::optional<plain_body> read(std::string_view text)
{
    plain_body made;
    bool in_trailers = false;
    for (;;) {
        const std::size_t line_end = text.find("\r\n", made.size);
        if (line_end == text.npos)
            return std::nullopt;
        const std::string_view line = text.substr(made.size, line_end - made.size);
        made.size = line_end + 2;
        if (in_trailers) {
            if (line.empty())
                return made;
            made.is_plain = false;
            continue;
        }
        std::uint64_t size = 0;
        const char* const end = line.data() + line.size();
        const auto [behind, error] = std::from_chars(line.data(), end, size, 16);
        if (error != std::errc{} || line.starts_with('-'))
            return std::nullopt;
        made.is_plain = made.is_plain && behind == end && line.size() <= 16;
        in_trailers = size == 0;
        if (in_trailers)
            continue;
        if (size > text.size() - made.size || text.substr(made.size + size, 2) != "\r\n")
            return std::nullopt;
        made.body += text.substr(made.size, size);
        made.size += size + 2;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = text_of(data, size);
    const std::string_view cuts = take_line(text);
    const decoded whole = decode(text, {}, 4);
    hold(decode(text, "a", 4) == whole, "the same byte by byte");
    hold(decode(text, {}, 1) == whole, "the same piece by piece");
    hold(decode(text, cuts, 1 + cuts.size() % 4) == whole, "the same in any cut");
    hold(whole.body.size() <= whole.announced && whole.announced <= most, "within the limit");

    const auto expected = read(text);
    if (whole.result == outcome::done) {
        hold(expected && whole.consumed == expected->size, "the end is where the lines end");
        hold(whole.body == expected->body, "the body is that of a plain reading");
    } else if (expected && expected->is_plain) {
        hold(expected->body.size() > most, "a body without extras is taken");
    }
    return 0;
}
