// SPDX-License-Identifier: BSL-1.0
// Walks and asks a query string; the pairs are those of a plain split, however they are asked for.

#include "fuzz/property.hpp"

#include <frevo/core/percent.hpp>
#include <frevo/core/query.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::testing;

namespace {

std::vector<query_pair> split(std::string_view text)
{
    std::vector<query_pair> pairs;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('&', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        begin = end + 1;
        if (part.empty())
            continue;
        const std::size_t equals = std::min(part.find('='), part.size());
        pairs.push_back({part.substr(0, equals), part.substr(std::min(equals + 1, part.size()))});
    }
    return pairs;
}

bool is_same(const query_pair& a, const query_pair& b)
{
    return a.name.data() == b.name.data() && a.name.size() == b.name.size() && a.value == b.value;
}

void check_walk(const query_view& query, const std::vector<query_pair>& pairs)
{
    std::size_t at = 0;
    for (const query_pair& pair : query) {
        hold(at < pairs.size() && is_same(pair, pairs[at]), "the pair is that of a plain split");
        hold(is_inside(pair.value, query.text()), "the value is a view of the text");
        ++at;
    }
    hold(at == pairs.size(), "no pair is left out");
    auto after = query.begin();
    for (auto it = query.begin(); it != query.end();) {
        hold(after == it, "iterators at one pair are equal");
        ++after;
        const auto before = it++;
        hold(before != it && after == it, "both ways to step are one");
    }
    hold(after == query.end(), "both ways to step end");
}

void check_find(
    const query_view& query, const std::vector<query_pair>& pairs, std::string_view name)
{
    const query_pair* first = nullptr;
    for (const query_pair& pair : pairs) {
        std::string decoded;
        if (percent_decode(pair.name, decoded, url_part::query) && decoded == name) {
            first = &pair;
            break;
        }
    }
    const auto found = query.find(name);
    const auto got = query.get(name);
    hold(found.has_value() == (first != nullptr), "find() finds what is there");
    if (first == nullptr)
        return hold(!got, "get() finds what is there");
    hold(*found == first->value && is_inside(*found, query.text()), "it finds the first");
    std::string decoded;
    const bool well_formed = percent_decode(*found, decoded, url_part::query);
    hold(got.has_value() == well_formed, "get() refuses what is malformed");
    hold(!got || (*got == decoded && got->size() <= found->size()), "get() decodes");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = text_of(data, size);
    const std::string_view name = take_line(rest);
    const query_view query{rest};
    const std::vector<query_pair> pairs = split(rest);
    check_walk(query, pairs);
    check_find(query, pairs, name);
    for (std::size_t i = 0; i < pairs.size() && i < 8; ++i) {
        std::string decoded;
        if (percent_decode(pairs[i].name, decoded, url_part::query))
            check_find(query, pairs, decoded);
    }
    return 0;
}
