// SPDX-License-Identifier: BSL-1.0
// Building the tree of segments, and the match that goes back instead of branching.
#include "routing/radix_tree.hpp"

#include <frevo/core/percent.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace frevo::detail {

namespace {

/// Up to this many edges are compared one after the other.
constexpr std::size_t few_edges = 4;

template <class Word>
std::uint64_t load(const char* from) noexcept
{
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

} // namespace

radix_tree::key::key(std::string_view text) noexcept : size(text.size())
{
    const char* const begin = text.data();
    if (size >= 8) {
        first = load<std::uint64_t>(begin);
        last = load<std::uint64_t>(begin + size - 8);
    } else if (size >= 4) {
        first = load<std::uint32_t>(begin) << 32 | load<std::uint32_t>(begin + size - 4);
    } else if (size > 0) {
        first = load<unsigned char>(begin) << 16 | load<unsigned char>(begin + size / 2) << 8 |
                load<unsigned char>(begin + size - 1);
    }
}

std::uint64_t radix_tree::key::hash() const noexcept
{
    // Not keyed: the table holds the routes' own literals, never a client's text.
    const std::uint64_t mixed = (first ^ std::rotl(last, 29) ^ size) * 0x9e3779b97f4a7c15u;
    return (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
}

radix_tree::radix_tree() : nodes_(1) {}

std::uint32_t radix_tree::child(std::uint32_t at, std::string_view literal)
{
    for (const edge& each : nodes_[at].edges) {
        if (each.text == literal)
            return each.node;
    }
    const auto made = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_[at].edges.push_back({key{literal}, std::string{literal}, made});
    return made;
}

std::uint32_t radix_tree::insert(std::string_view pattern)
{
    std::uint32_t at = 0;
    pattern_segment segment;
    bool tail = false;
    for (pattern_reader reader{pattern}; !reader.done();) {
        static_cast<void>(reader.next(segment));
        if (segment.kind == segment_kind::literal) {
            at = child(at, segment.text);
        } else if (segment.kind == segment_kind::parameter) {
            if (nodes_[at].parameter == none) {
                nodes_[at].parameter = static_cast<std::uint32_t>(nodes_.size());
                nodes_.emplace_back();
            }
            at = nodes_[at].parameter;
        } else {
            tail = true;
        }
    }
    std::uint32_t& leaf = tail ? nodes_[at].tail : nodes_[at].leaf;
    if (leaf == none) {
        leaf = static_cast<std::uint32_t>(leaf_methods_.size());
        leaf_methods_.push_back(0);
    }
    return leaf;
}

void radix_tree::add_method(std::uint32_t leaf, method_set methods)
{
    leaf_methods_[leaf] = static_cast<method_set>(leaf_methods_[leaf] | methods);
}

void radix_tree::freeze()
{
    for (node& each : nodes_) {
        each.edges.shrink_to_fit();
        build_table(each);
    }
}

void radix_tree::build_table(node& at)
{
    at.table.clear();
    if (at.edges.size() <= few_edges)
        return;
    const std::size_t size = std::bit_ceil(at.edges.size() * 2);
    at.shift = static_cast<std::uint32_t>(64 - std::countr_zero(size));
    at.table.assign(size, none);
    for (std::size_t i = 0; i < at.edges.size(); ++i) {
        std::size_t place = at.edges[i].name.hash() >> at.shift;
        while (at.table[place] != none)
            place = (place + 1) & (size - 1);
        at.table[place] = static_cast<std::uint32_t>(i);
    }
}

std::uint32_t
radix_tree::find(const node& at, std::string_view segment, bool escaped) const noexcept
{
    if (escaped && segment.find('%') != std::string_view::npos) {
        // Rare, and stops at the first difference: cheaper than decoding into memory.
        for (const edge& each : at.edges) {
            if (percent_equals(segment, each.text, url_part::path))
                return each.node;
        }
        return none;
    }
    const key name{segment};
    const auto equals = [&](const edge& each) {
        // The key tells all but the middle of longer texts.
        return each.name == name && (segment.size() <= 16 || each.text == segment);
    };
    if (at.table.empty()) {
        for (const edge& each : at.edges) {
            if (equals(each))
                return each.node;
        }
        return none;
    }
    const std::size_t mask = at.table.size() - 1;
    std::size_t place = name.hash() >> at.shift;
    for (std::uint32_t index = at.table[place]; index != none; index = at.table[place]) {
        if (equals(at.edges[index]))
            return at.edges[index].node;
        place = (place + 1) & mask;
    }
    return none;
}

/// One match: where it is, and the places where it can go on when a branch dies out.
class radix_tree::walk
{
public:
    walk(
        const radix_tree& tree, std::string_view path, bool escaped, method_set wanted,
        params& values) noexcept
        : tree_(tree), path_(path), values_(values), wanted_(wanted), escaped_(escaped)
    {}

    tree_match run() noexcept
    {
        if (path_.empty() || path_.front() != '/')
            return found_;
        for (bool going = step(branch::literal); going; going = step(next_)) {}
        return found_;
    }

private:
    /// What to try at a place, in order of preference.
    enum class branch : std::uint8_t
    {
        literal,
        parameter,
        tail
    };

    struct place
    {
        std::uint32_t node;
        std::uint32_t begin; ///< of the segment
        std::uint8_t param_count;
        branch next;
    };

    /// Tries the branches of the current place from `first` on. False when the match is over.
    bool step(branch first) noexcept
    {
        const node& at = tree_.nodes_[node_];
        const std::size_t slash = path_.find('/', begin_);
        const std::size_t end = slash == std::string_view::npos ? path_.size() : slash;
        const std::string_view segment = path_.substr(begin_, end - begin_);
        if (first == branch::literal && !at.edges.empty()) {
            const std::uint32_t to = tree_.find(at, segment, escaped_);
            if (to != none) {
                if (at.parameter != none || at.tail != none)
                    remember(branch::parameter);
                return enter(to, end);
            }
        }
        if (first != branch::tail && at.parameter != none && !segment.empty()) {
            if (at.tail != none)
                remember(branch::tail);
            values_[param_count_++] = segment;
            return enter(at.parameter, end);
        }
        if (at.tail != none) {
            values_[param_count_] = path_.substr(begin_);
            if (accept(at.tail, param_count_ + 1u))
                return false;
        }
        return go_back();
    }

    /// Goes on behind a segment, or ends there.
    bool enter(std::uint32_t to, std::size_t end) noexcept
    {
        if (end == path_.size()) {
            const std::uint32_t leaf = tree_.nodes_[to].leaf;
            if (leaf != none && accept(leaf, param_count_))
                return false;
            return go_back();
        }
        node_ = to;
        begin_ = static_cast<std::uint32_t>(end + 1);
        next_ = branch::literal;
        return true;
    }

    /// Takes a leaf if it has a wanted method. Its methods count in any case.
    bool accept(std::uint32_t leaf, std::size_t param_count) noexcept
    {
        const method_set methods = tree_.leaf_methods_[leaf];
        if (found_.nearest == none)
            found_.nearest = leaf;
        found_.methods = static_cast<method_set>(found_.methods | methods);
        if ((methods & wanted_) == 0)
            return false;
        found_.leaf = leaf;
        found_.param_count = param_count;
        return true;
    }

    void remember(branch next) noexcept
    {
        places_[place_count_++] = {node_, begin_, param_count_, next};
    }

    bool go_back() noexcept
    {
        if (place_count_ == 0)
            return false;
        const place& latest = places_[--place_count_];
        node_ = latest.node;
        begin_ = latest.begin;
        param_count_ = latest.param_count;
        next_ = latest.next;
        return true;
    }

    const radix_tree& tree_;
    std::string_view path_;
    params& values_;
    method_set wanted_;
    bool escaped_;
    std::uint8_t param_count_ = 0;
    branch next_ = branch::literal;
    std::uint32_t node_ = 0;
    std::uint32_t begin_ = 1;
    std::uint32_t place_count_ = 0;
    tree_match found_;
    // At most one per segment of the deepest pattern, which is what a pattern may have.
    std::array<place, max_pattern_segments> places_;
};

tree_match radix_tree::match(
    std::string_view path, bool escaped, method_set wanted, params& values) const noexcept
{
    return walk{*this, path, escaped, wanted, values}.run();
}

} // namespace frevo::detail
