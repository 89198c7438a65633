// SPDX-License-Identifier: BSL-1.0
// Reads a media type, prints it and reads it again; and negotiates with any text.

#include "fuzz/property.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/media_type.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>

using namespace frevo;
using namespace frevo::testing;

namespace {

std::string quoted(std::string_view plain)
{
    std::string text = "\"";
    for (const char c : plain) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return text += '"';
}

void check_parameter(const media_type& type, std::string_view name)
{
    const auto value = type.parameter(name);
    if (!value)
        return;
    hold(is_token(name), "a parameter's name is a token");
    hold(is_field_value(*value), "a parameter's value has no control characters");
    const std::string text = "a/b; " + std::string{name} + '=' + quoted(*value);
    const auto again = media_type::parse(text);
    hold(again.has_value(), "a printed parameter is well formed");
    hold(again->parameter(name) == value, "a printed parameter is read as the same");
}

void check_type(std::string_view text, std::string_view name)
{
    const auto type = media_type::parse(text);
    if (!type)
        return hold(!is_json(text), "a malformed type is not JSON");
    hold(is_token(type->type()) && is_token(type->subtype()), "both parts are tokens");
    hold(
        is_inside(type->type(), text) && is_inside(type->subtype(), text) &&
            (type->parameters().empty() || is_inside(type->parameters(), text)),
        "views of the text");
    hold(type->subtype().ends_with(type->suffix()), "the suffix ends the subtype");

    const std::string essence = std::string{type->type()} + '/' + std::string{type->subtype()};
    hold(type->is(essence), "it is itself");
    hold(type->matches(*type), "it matches itself");
    hold(type->matches(media_type::parse("*/*").value()), "it matches every type");
    if (type->is("application/json"))
        hold(is_json(text), "application/json is JSON");

    std::string printed = essence;
    if (!type->parameters().empty())
        printed.append("; ").append(type->parameters());
    const auto again = media_type::parse(printed);
    hold(again.has_value(), "a printed type is well formed");
    hold(
        again->type() == type->type() && again->subtype() == type->subtype() &&
            again->parameters() == type->parameters(),
        "a printed type is read as the same");
    check_parameter(*type, name);
    check_parameter(*type, "charset");
}

/// The choice is one of the offers, is liked on its own too, and does not change when only it and
/// another one are offered.
template <class Choose>
void check_choice(std::span<const std::string_view> offers, Choose choose)
{
    const auto best = choose(offers);
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const bool liked = choose(offers.subspan(i, 1)).has_value();
        hold(best || !liked, "something is chosen if anything is liked");
        if (!best)
            continue;
        hold(*best < offers.size(), "the choice is one of the offers");
        hold(i != *best || liked, "the choice is liked");
        const std::array ordered{offers[std::min(i, *best)], offers[std::max(i, *best)]};
        hold(choose(ordered) == (*best <= i ? 0u : 1u), "the best of all is the best of two");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = text_of(data, size);
    const std::string_view name = take_line(rest);
    check_type(rest, name);
    const std::array<std::string_view, 5> types{
        "text/html; charset=utf-8", "application/json", "image/*", name, "text/plain;a=\"b\""};
    check_choice(types, [&](auto offers) { return negotiate(rest, offers); });
    const std::array<std::string_view, 5> codings{"br", "gzip", "identity", name, "x-gzip"};
    check_choice(codings, [&](auto offers) { return negotiate_coding(rest, offers); });
    return 0;
}
