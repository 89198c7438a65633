// SPDX-License-Identifier: BSL-1.0
// The obvious matcher: looks at every pattern and takes the best. The tree must agree with it.
#pragma once

#include "routing/radix_tree.hpp"

#include <frevo/core/percent.hpp>
#include <frevo/routing/pattern.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::testing {

struct linear_route
{
    std::string pattern;
    detail::method_set methods;
};

struct linear_result
{
    /// Index of the best route, or nothing.
    std::optional<std::size_t> route;
    std::vector<std::string_view> params;
    /// Methods of all routes whose patterns match.
    detail::method_set methods = 0;
};

inline std::vector<std::string_view> split(std::string_view path)
{
    std::vector<std::string_view> segments;
    for (std::size_t at = 1;;) {
        const std::size_t end = path.find('/', at);
        if (end == std::string_view::npos) {
            segments.push_back(path.substr(at));
            return segments;
        }
        segments.push_back(path.substr(at, end - at));
        at = end + 1;
    }
}

/// What one pattern makes of a path: the kinds of its segments and its parameters, or nothing.
struct linear_candidate
{
    std::vector<detail::segment_kind> kinds;
    std::vector<std::string_view> params;
};

inline std::optional<linear_candidate> try_pattern(std::string_view pattern, std::string_view path)
{
    const std::vector<std::string_view> parts = split(path);
    linear_candidate made;
    std::size_t at = 0;
    detail::pattern_segment segment;
    for (detail::pattern_reader reader{pattern}; !reader.done(); ++at) {
        static_cast<void>(reader.next(segment));
        if (at >= parts.size())
            return std::nullopt;
        made.kinds.push_back(segment.kind);
        if (segment.kind == detail::segment_kind::tail) {
            made.params.push_back(
                path.substr(static_cast<std::size_t>(parts[at].data() - path.data())));
            return made;
        }
        if (segment.kind == detail::segment_kind::parameter) {
            if (parts[at].empty())
                return std::nullopt;
            made.params.push_back(parts[at]);
        } else if (!percent_equals(parts[at], segment.text, url_part::path)) {
            return std::nullopt;
        }
    }
    if (at != parts.size())
        return std::nullopt;
    return made;
}

inline linear_result linear_match(
    const std::vector<linear_route>& routes, std::string_view path, detail::method_set wanted)
{
    linear_result best;
    std::vector<detail::segment_kind> best_kinds;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        auto candidate = try_pattern(routes[i].pattern, path);
        if (!candidate)
            continue;
        best.methods = static_cast<detail::method_set>(best.methods | routes[i].methods);
        if ((routes[i].methods & wanted) == 0)
            continue;
        if (best.route && !(candidate->kinds < best_kinds))
            continue;
        best.route = i;
        best_kinds = candidate->kinds;
        best.params = candidate->params;
    }
    return best;
}

} // namespace frevo::testing
