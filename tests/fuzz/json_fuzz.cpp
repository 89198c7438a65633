// SPDX-License-Identifier: BSL-1.0
// Reads JSON into a struct with rules: what was read and written is read as the same, and what was
// refused has a reason.

#include "features/json_binder.hpp"
#include "features/json_reader.hpp"
#include "fuzz/property.hpp"

#include <frevo/core/patch.hpp>
#include <frevo/core/percent.hpp>
#include <frevo/features/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace frevo::testing;

namespace fuzzed {

enum class colour : std::uint8_t
{
    red,
    green,
    blue = 200
};
BOOST_DESCRIBE_ENUM(colour, red, green, blue)

struct part
{
    std::string name;
    float size = 0;
    std::uint64_t serial = 0;
    bool operator==(const part&) const = default;
};
BOOST_DESCRIBE_STRUCT(part, (), (name, size, serial))

struct thing
{
    std::string title;
    std::int8_t rank = 0;
    double price = 1;
    colour paint = colour::red;
    std::vector<std::string> tags;
    std::optional<std::string> note;
    frevo::nullable<int> parent;
    std::vector<bool> bits;
    std::array<int, 2> pair{};
    std::map<std::string, part> parts;
    std::vector<std::optional<std::int64_t>> gaps;
    bool operator==(const thing&) const = default;
};
BOOST_DESCRIBE_STRUCT(
    thing, (), (title, rank, price, paint, tags, note, parent, bits, pair, parts, gaps))
constexpr auto rules(thing*)
{
    using namespace frevo;
    return frevo::rules<thing>(
        all_optional, required(&thing::title), rule(&thing::title, length(1, 8)),
        rule(&thing::rank, range(-5, 100)), rule(&thing::price, at_least(0.5), named("cost")),
        rule(&thing::tags, max_length(3), each(one_of("a", "bc"))), unknown_members::refuse);
}

/// Takes any object.
struct anything
{};
BOOST_DESCRIBE_STRUCT(anything, (), ())

} // namespace fuzzed

namespace {

using fuzzed::thing;

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void check_read(const thing& value)
{
    hold(!value.title.empty() && characters(value.title) <= 8, "the rule for title");
    hold(value.rank >= -5 && value.rank <= 100, "the rule for rank");
    hold(value.price >= 0.5, "the rule for price");
    hold(value.tags.size() <= 3, "the rule for tags");
    for (const std::string& tag : value.tags)
        hold(tag == "a" || tag == "bc", "the rule for each tag");

    const std::string written = frevo::write_json(value);
    hold(frevo::is_valid_utf8(written), "what is written is UTF-8");
    const auto again = frevo::read_json<thing>(written);
    hold(again.has_value(), "what is written is read again");
    hold(*again == value, "what is written is read as the same");
    hold(frevo::write_json(*again) == written, "and written as the same, signs of zero included");
}

void check_refused(const frevo::problem& why)
{
    const bool is_syntax = why.code() == frevo::status::bad_request;
    hold(is_syntax || why.code() == frevo::status::unprocessable_content, "400 or 422");
    hold(!why.detail().empty(), "a refusal says why");
    hold(why.faults().size() <= frevo::json_limits{}.faults(), "not too many faults");
    hold(is_syntax || !why.faults().empty(), "a 422 lists its faults");
    for (const frevo::problem_fault& each : why.faults()) {
        hold(each.pointer().empty() || each.pointer().front() == '/', "a JSON Pointer");
        hold(!each.code().empty() && !each.detail().empty(), "a code and a sentence");
    }
    hold(frevo::read_json<fuzzed::anything>(why.to_json()).has_value(), "the document is JSON");
}

/// Feeds the text in two pieces; the outcome is that of the whole text.
void check_cut(std::string_view text, std::size_t cut)
{
    using namespace frevo::detail;
    thing whole;
    thing pieced;
    json_binder at_once{shape_of<thing>(), &whole, 64};
    json_binder in_pieces{shape_of<thing>(), &pieced, 64};
    const json_outcome outcome = parse_json(text, at_once.sink(), 32);
    json_reader reader{in_pieces.sink(), 32};
    const std::string first{text.substr(0, cut)};
    if (reader.feed(first, false))
        reader.feed(std::string{text.substr(cut)}, true);
    hold(reader.error() == outcome.error, "the same error in two pieces");
    hold(at_once.faults().size() == in_pieces.faults().size(), "as many faults in two pieces");
    hold(outcome.error != json_error::none || whole == pieced, "the same value in two pieces");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = text_of(data, size);
    const auto got = frevo::read_json<thing>(text);
    if (got)
        check_read(*got);
    else
        check_refused(got.error());
    check_cut(text, size / 2);
    if (size > 0)
        check_cut(text, (data[0] + data[size - 1] * std::size_t{7}) % size);
    return 0;
}
