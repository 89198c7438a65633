// SPDX-License-Identifier: BSL-1.0
// Changes the fields of a response by lines such as "+Name: value" and compares with a plain list.

#include "fuzz/property.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/fields.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace frevo;
using namespace frevo::testing;

namespace {

using plain_list = std::vector<std::pair<std::string, std::string>>;

auto is_named(std::string_view name)
{
    return [name](const auto& line) { return equals_ignore_case(line.first, name); };
}

void compare(const fields& made, const plain_list& expected)
{
    std::string text;
    std::size_t at = 0;
    made.for_each([&](std::string_view name, std::string_view value) {
        hold(at < expected.size(), "there are no more lines than were added");
        hold(name == expected[at].first && value == expected[at].second, "a line is as added");
        text.append(name).append(": ").append(value).append("\r\n");
        ++at;
    });
    hold(at == expected.size() && made.size() == at, "no line is missing");
    hold(made.empty() == expected.empty(), "empty");
    hold(made.text() == text, "the text is the lines");
    for (const auto& [name, value] : expected) {
        const auto first = std::find_if(expected.begin(), expected.end(), is_named(name));
        hold(made.get(name) == first->second, "get() finds the first");
        if (const field id = parse_field(name); id != field::unknown)
            hold(made.get(id) == first->second, "get() finds the first by number");
    }
}

/// The line's operation on both; `key` is a name or its number.
template <class Key>
void apply(char op, Key key, std::string_view value, fields& made, plain_list& expected)
{
    std::string name;
    if constexpr (std::is_same_v<Key, field>)
        name = to_string(key);
    else
        name = key;
    const std::string kept{value}; // may be a view of the fields
    if (op == '-') {
        const std::size_t erased = made.erase(key);
        hold(erased == std::erase_if(expected, is_named(name)), "as many are erased");
        return;
    }
    const bool is_good = !name.empty() && name.find_first_of("\"(),/:;<=>?@[\\]{}") == name.npos &&
                         std::ranges::all_of(name, [](char c) { return c > 0x20 && c < 0x7f; }) &&
                         std::ranges::none_of(value, [](char c) {
                             const auto byte = static_cast<unsigned char>(c);
                             return (byte < 0x20 && c != '\t') || byte == 0x7f;
                         });
    try {
        op == '=' ? made.set(key, value) : made.add(key, value);
        hold(is_good, "what breaks out of its line is refused");
    } catch (const std::invalid_argument&) {
        hold(!is_good, "what can be sent is taken");
        return;
    }
    if (op == '=')
        std::erase_if(expected, is_named(name));
    expected.emplace_back(name, kept);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = text_of(data, size);
    fields made;
    plain_list expected;
    for (int left = 40; left > 0 && !text.empty(); --left) {
        std::string_view line = take_line(text);
        if (line.empty())
            continue;
        char op = line.front();
        line.remove_prefix(1);
        const std::size_t colon = std::min(line.find(':'), line.size());
        std::string_view name = line.substr(0, colon);
        std::string_view value = line.substr(std::min(line.size(), colon + 1));
        if (op == '&') { // a value that lies in the fields themselves
            value = made.get(name).value_or(value);
            op = value.size() % 2 == 0 ? '=' : '+';
        }
        const field id = parse_field(name);
        if (op == '#' && id != field::unknown)
            apply(
                value.empty()           ? '-'
                : value.size() % 2 == 0 ? '='
                                        : '+',
                id, value, made, expected);
        else
            apply(op, name, value, made, expected);
        compare(made, expected);
        if (op == '!') {
            fields copy = made;
            compare(copy, expected);
            made = std::move(copy);
        }
    }
    return 0;
}
