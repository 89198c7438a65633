// SPDX-License-Identifier: BSL-1.0
// Building the tree of segments, and the match that goes back instead of branching.
#include "routing/radix_tree.hpp"

#include <frevo/core/percent.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace frevo::detail {

namespace {

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

std::uint64_t radix_tree::key::hash(std::uint64_t multiplier) const noexcept
{
    // Not secret: the table holds the routes' own literals, never a client's text.
    return (first ^ std::rotl(last, 29) ^ size) * multiplier;
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
    nodes_[at].edges.push_back({std::string{literal}, made});
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
    if (at.edges.empty())
        return;
    const std::size_t size = std::bit_ceil(at.edges.size() * 2);
    at.shift = static_cast<std::uint32_t>(64 - std::countr_zero(size));
    at.table.resize(size);
    // The literals are known, so the best of some hash functions can be taken.
    std::uint64_t multiplier = 0x9e3779b97f4a7c15u;
    std::uint64_t best = multiplier;
    std::size_t fewest = SIZE_MAX;
    for (int tries = 0; tries < 100 && fewest > 0; ++tries) {
        at.multiplier = multiplier;
        const std::size_t collisions = fill_table(at);
        if (collisions < fewest) {
            fewest = collisions;
            best = multiplier;
        }
        multiplier = multiplier * 0xd1342543de82ef95u + 2; // stays odd
    }
    at.multiplier = best;
    fill_table(at);
}

std::size_t radix_tree::fill_table(node& at)
{
    std::fill(at.table.begin(), at.table.end(), slot{});
    std::size_t collisions = 0;
    for (std::size_t i = 0; i < at.edges.size(); ++i) {
        const key name{at.edges[i].text};
        std::size_t place = name.hash(at.multiplier) >> at.shift;
        for (; at.table[place].edge != none; place = (place + 1) & (at.table.size() - 1))
            ++collisions;
        at.table[place] = {name, static_cast<std::uint32_t>(i)};
    }
    return collisions;
}

inline std::uint32_t radix_tree::find(const node& at, std::string_view segment) noexcept
{
    const key name{segment};
    const slot* const table = at.table.data();
    const std::size_t mask = at.table.size() - 1;
    for (std::size_t place = name.hash(at.multiplier) >> at.shift; table[place].edge != none;
         place = (place + 1) & mask) {
        if (!(table[place].name == name))
            continue;
        const edge& found = at.edges[table[place].edge];
        // The key tells all but the middle of longer texts.
        if (segment.size() <= 16 || found.text == segment)
            return found.node;
    }
    return none;
}

std::uint32_t radix_tree::find_escaped(const node& at, std::string_view segment) noexcept
{
    // Rare, and stops at the first difference: cheaper than decoding into memory.
    for (const edge& each : at.edges) {
        if (percent_equals(segment, each.text, url_part::path))
            return each.node;
    }
    return none;
}

namespace {

/// Finds the ends of a path's segments.
class segment_scanner
{
public:
    explicit segment_scanner(std::string_view path) noexcept
        : path_begin_(path.data()), path_end_(path.data() + path.size())
    {}

    /// The slash behind the segment that begins here, or the path's end.
    const char* end_of(const char* at) const noexcept
    {
        if constexpr (std::endian::native == std::endian::little) {
            // Segments are short: a call of memchr costs more than the search itself.
            for (; path_end_ - at >= 8; at += 8) {
                if (const std::uint64_t found = slashes_in(load<std::uint64_t>(at)))
                    return at + std::countr_zero(found) / 8;
            }
            if (path_end_ - path_begin_ >= 8 && at != path_end_) {
                const auto left = path_end_ - at; // the bytes before `at` are shifted out
                const std::uint64_t word = load<std::uint64_t>(path_end_ - 8) >> (64 - 8 * left);
                const std::uint64_t found = slashes_in(word);
                return found != 0 ? at + std::countr_zero(found) / 8 : path_end_;
            }
        }
        while (at != path_end_ && *at != '/')
            ++at;
        return at;
    }

    const char* path_end() const noexcept { return path_end_; }

private:
    /// The high bit of each byte that is a slash; bits above the lowest may be wrong.
    static std::uint64_t slashes_in(std::uint64_t word) noexcept
    {
        const std::uint64_t zero_at_slash = word ^ 0x2f2f2f2f2f2f2f2fu;
        return (zero_at_slash - 0x0101010101010101u) & ~zero_at_slash & 0x8080808080808080u;
    }

    const char* path_begin_;
    const char* path_end_;
};

/// What to try at a place, in order of preference.
enum class branch : std::uint8_t
{
    literal,
    parameter,
    tail
};

std::string_view between(const char* begin, const char* end) noexcept
{
    return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

/// Where a match can go on when a branch dies out.
struct radix_tree::place
{
    const node* at;
    const char* begin; // of the segment
    std::uint32_t param_count;
    branch next;
};

inline const radix_tree::node*
radix_tree::literal_child(const node& at, std::string_view segment, bool escaped) const noexcept
{
    if (at.table.empty())
        return nullptr;
    const bool encoded = escaped && segment.find('%') != std::string_view::npos;
    const std::uint32_t to = encoded ? find_escaped(at, segment) : find(at, segment);
    return to == none ? nullptr : &nodes_[to];
}

inline bool radix_tree::accept(
    std::uint32_t leaf, std::size_t param_count, method_set wanted,
    tree_match& found) const noexcept
{
    const method_set methods = leaf_methods_[leaf];
    if (found.nearest == none)
        found.nearest = leaf;
    found.methods = static_cast<method_set>(found.methods | methods);
    if ((methods & wanted) == 0)
        return false;
    found.leaf = leaf;
    found.param_count = param_count;
    return true;
}

tree_match radix_tree::match(
    std::string_view path, bool escaped, method_set wanted, std::string_view* params) const noexcept
{
    tree_match found;
    if (path.empty() || path.front() != '/')
        return found;
    // At most one per segment of the deepest pattern, which is what a pattern may have.
    std::array<place, max_pattern_segments> places;
    std::uint32_t place_count = 0;
    const segment_scanner scanner{path};
    place here{nodes_.data(), path.data() + 1, 0, branch::literal};
    for (;;) {
        const node& at = *here.at;
        const char* const end = scanner.end_of(here.begin);
        const std::string_view segment = between(here.begin, end);
        const node* to = nullptr;
        if (here.next == branch::literal) {
            to = literal_child(at, segment, escaped);
            if (to != nullptr && (at.parameter != none || at.tail != none))
                places[place_count++] = {&at, here.begin, here.param_count, branch::parameter};
        }
        if (to == nullptr && here.next != branch::tail && at.parameter != none &&
            !segment.empty()) {
            if (at.tail != none)
                places[place_count++] = {&at, here.begin, here.param_count, branch::tail};
            params[here.param_count++] = segment;
            to = &nodes_[at.parameter];
        }
        if (to != nullptr && end != scanner.path_end()) {
            here = {to, end + 1, here.param_count, branch::literal};
            continue;
        }
        if (to != nullptr) {
            if (to->leaf != none && accept(to->leaf, here.param_count, wanted, found))
                return found;
        } else if (at.tail != none) {
            params[here.param_count] = between(here.begin, scanner.path_end());
            if (accept(at.tail, here.param_count + 1, wanted, found))
                return found;
        }
        if (place_count == 0)
            return found;
        here = places[--place_count];
    }
}

} // namespace frevo::detail
