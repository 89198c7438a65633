// SPDX-License-Identifier: BSL-1.0
// Builds a tree of the patterns in the first lines and matches the paths in the others, as the
// obvious matcher does.

#include "fuzz/property.hpp"
#include "routing/radix_tree.hpp"
#include "unit/routing/linear_match.hpp"

#include <array>
#include <string>
#include <vector>

using namespace frevo::detail;
using namespace frevo::testing;

namespace {

void check_pattern_text(std::string_view pattern)
{
    const pattern_fault fault = check_pattern(pattern);
    hold(!describe(fault).empty(), "a fault has a sentence");
    hold(
        check_prefix(pattern) != pattern_fault::none || fault == pattern_fault::none,
        "a correct prefix is a correct pattern");
    if (fault != pattern_fault::none)
        return;
    hold(pattern.starts_with('/'), "a correct pattern begins with a slash");
    hold(pattern.find_first_of("%?#") == pattern.npos, "a correct pattern is a decoded path");
    std::size_t params = 0;
    std::size_t size = 0;
    pattern_segment segment;
    for (pattern_reader reader{pattern}; !reader.done();) {
        hold(reader.next(segment) == pattern_fault::none, "every segment is correct");
        size += 1 + segment.text.size();
        if (segment.kind == segment_kind::literal)
            continue;
        ++params;
        size += segment.kind == segment_kind::tail ? 5 : 2;
        hold(is_identifier(segment.text), "a parameter is named");
        hold(has_parameter(pattern, segment.text), "a parameter is found by its name");
    }
    hold(size == pattern.size(), "the segments are the whole pattern");
    hold(params <= max_pattern_params, "not too many parameters");
}

struct routes
{
    std::vector<linear_route> plain;
    std::vector<std::uint32_t> leaves;
    radix_tree tree;
};

/// Lines such as "1/books/{id}", the methods and the pattern, up to an empty line.
void read_routes(std::string_view& text, routes& made)
{
    for (;;) {
        std::string_view line = take_line(text);
        if (line.empty())
            break;
        const auto methods = static_cast<method_set>(1 + (line.front() & 3));
        line.remove_prefix(1);
        check_pattern_text(line);
        if (check_pattern(line) != pattern_fault::none || made.plain.size() == 20)
            continue;
        made.leaves.push_back(made.tree.insert(line));
        hold(made.leaves.back() < made.tree.size(), "a leaf has a number");
        made.tree.add_method(made.leaves.back(), methods);
        made.plain.push_back({std::string{line}, methods});
    }
    made.tree.freeze();
}

void check_match(const routes& all, std::string_view path, method_set wanted)
{
    std::array<std::string_view, max_pattern_params> params;
    const bool escaped = path.find('%') != path.npos;
    const tree_match found = all.tree.match(path, escaped, wanted, params.data());
    const linear_result expected = linear_match(all.plain, path, wanted);
    hold((found.leaf != tree_match::none) == expected.route.has_value(), "both match or neither");
    const linear_result any = linear_match(all.plain, path, method_set(~0u));
    hold((found.nearest != tree_match::none) == any.route.has_value(), "the nearest is there");
    if (any.route)
        hold(found.nearest == all.leaves[*any.route], "the nearest is the most specific");
    if (!expected.route)
        return hold(found.methods == expected.methods, "the methods of all that match");
    hold(found.leaf == all.leaves[*expected.route], "both match the same");
    hold(found.param_count == expected.params.size(), "as many parameters");
    for (std::size_t i = 0; i < found.param_count; ++i) {
        hold(is_inside(params[i], path), "a parameter is a part of the path");
        hold(params[i] == expected.params[i], "the same parameters");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = text_of(data, size);
    routes all;
    read_routes(text, all);
    for (int left = 20; left > 0 && !text.empty(); --left) {
        // In memory of its own, so that reading beyond the path is seen.
        const std::string_view line = take_line(text);
        const std::vector<char> path{line.begin(), line.end()};
        if (!line.starts_with('/'))
            continue;
        for (const method_set wanted : std::array<method_set, 3>{1, 2, 4})
            check_match(all, {path.data(), path.size()}, wanted);
    }
    return 0;
}
