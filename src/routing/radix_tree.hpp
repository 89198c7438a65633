// SPDX-License-Identifier: BSL-1.0
// The matcher: a tree of segments in which literals beat parameters and parameters beat tails.
#pragma once

#include <frevo/routing/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// A set of methods, one bit for each.
using method_set = std::uint16_t;

/// What a match gives.
struct tree_match
{
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The leaf that has one of the wanted methods, or none.
    std::uint32_t leaf = none;
    /// The most specific leaf whose pattern matches, whatever its methods, or none.
    std::uint32_t nearest = none;
    /// Methods of all leaves whose patterns match; complete when `leaf` is none.
    method_set methods = 0;
    std::size_t param_count = 0;
};

/// Patterns of a frozen router, by segment.
///
/// At each place a literal beats a parameter, and a parameter beats a tail; when a branch dies out
/// the match goes back to the latest place where there was another. A node is visited at most once
/// per match, since its depth says which segment it stands for; so the cost is bounded by the size
/// of the tree, and nothing is ever recursive. A literal segment of the path may be
/// percent-encoded: it equals what it decodes to, and "%2F" never separates segments.
///
/// Threads: immutable after `freeze`; any.
class radix_tree
{
public:
    using params = std::array<std::string_view, max_pattern_params>;

    radix_tree();

    /// Adds a correct pattern; returns the number of its leaf, which patterns of the same shape
    /// share.
    std::uint32_t insert(std::string_view pattern);

    /// Adds to the methods of a leaf.
    void add_method(std::uint32_t leaf, method_set methods);

    /// Builds what `match` needs. After the last `insert`.
    void freeze();

    /// Finds the leaf for a raw path that has one of the wanted methods. `escaped` tells whether
    /// the path holds a '%'.
    tree_match
    match(std::string_view path, bool escaped, method_set wanted, params& values) const noexcept;

    /// Number of leaves.
    std::size_t size() const noexcept { return leaf_methods_.size(); }

private:
    static constexpr std::uint32_t none = tree_match::none;

    /// A text of up to 16 bytes as numbers: equal numbers mean equal texts.
    struct key
    {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::uint64_t size = 0;

        explicit key(std::string_view text) noexcept;
        std::uint64_t hash() const noexcept;
        bool operator==(const key& other) const noexcept = default;
    };

    struct edge
    {
        key name;
        std::string text;
        std::uint32_t node;
    };

    struct node
    {
        std::vector<edge> edges;
        std::vector<std::uint32_t> table; ///< indices of edges by hash; empty for few edges
        std::uint32_t shift = 0;          ///< of the hash
        std::uint32_t parameter = none;   ///< node behind a parameter
        std::uint32_t tail = none;        ///< leaf of a tail that begins here
        std::uint32_t leaf = none;        ///< leaf that ends here
    };

    class walk;

    std::uint32_t child(std::uint32_t at, std::string_view literal);
    std::uint32_t find(const node& at, std::string_view segment, bool escaped) const noexcept;
    static void build_table(node& at);

    std::vector<node> nodes_;
    std::vector<method_set> leaf_methods_;
};

} // namespace frevo::detail
