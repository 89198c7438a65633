// SPDX-License-Identifier: BSL-1.0
// Everything that can be wrong with routes, said at once before the server listens.
#include "routing/router.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace frevo::detail {

namespace {

using findings = std::vector<std::string>;

std::string place_of(const registration& route)
{
    return place_text(route.file, route.line);
}

/// "GET /books/{id}".
std::string title_of(const registration& route)
{
    return std::string{to_string(route.verb)}.append(" ").append(route.pattern);
}

/// The pattern without the names of its parameters: patterns of one shape match the same paths.
std::string shape_of(std::string_view pattern)
{
    std::string shape;
    pattern_segment segment;
    for (pattern_reader reader{pattern}; !reader.done();) {
        static_cast<void>(reader.next(segment));
        shape += '/';
        if (segment.kind == segment_kind::literal)
            shape += segment.text;
        else
            shape += segment.kind == segment_kind::parameter ? "{}" : "{...}";
    }
    return shape;
}

/// Adds a finding for a wrong pattern. False if there is one.
bool check_text(const registration& route, findings& found)
{
    pattern_fault fault = check_pattern(route.written);
    if (fault == pattern_fault::none)
        fault = check_pattern(route.pattern); // together with the prefix
    if (fault == pattern_fault::none)
        return true;
    found.push_back(
        place_of(route) + ": the pattern \"" + route.pattern +
        "\": " + std::string{describe(fault)});
    return false;
}

void check_method(const registration& route, findings& found)
{
    if (route.verb != method::unknown && route.verb != method::trace &&
        route.verb != method::connect)
        return;
    const std::string_view name = to_string(route.verb);
    found.push_back(
        place_of(route) + ": the route \"" + route.pattern + "\" has the method " +
        (name.empty() ? "unknown" : std::string{name}) + ", which no route can answer");
}

void check_names(const registration& route, findings& found)
{
    for (const std::string_view name : route.facts.path_names) {
        if (has_parameter(route.pattern, name))
            continue;
        found.push_back(
            place_of(route) + ": the handler of " + title_of(route) + " takes path<\"" +
            std::string{name} + "\">, but the pattern has no such parameter");
    }
}

void check_conflicts(const std::vector<const registration*>& routes, findings& found)
{
    std::map<std::pair<method, std::string>, const registration*> first_of;
    for (const registration* each : routes) {
        const auto [at, is_new] = first_of.try_emplace({each->verb, shape_of(each->pattern)}, each);
        if (is_new)
            continue;
        found.push_back(
            place_of(*each) + ": " + title_of(*each) + " answers the same requests as " +
            title_of(*at->second) + " at " + place_of(*at->second));
    }
}

/// A type that nobody provides, and the routes that need it.
struct missing_state
{
    state_need need;
    std::vector<const registration*> routes;
};

std::string text_of(const missing_state& missing, const state_registry& states)
{
    const std::string type{missing.need.type};
    std::string text = place_of(*missing.routes.front()) + ": nothing provides state<" + type +
                       ">, which is needed by ";
    for (std::size_t i = 0; i < missing.routes.size(); ++i) {
        if (i > 0)
            text += i + 1 == missing.routes.size() ? " and " : ", ";
        text += title_of(*missing.routes[i]);
        if (i > 0)
            text += " (" + place_of(*missing.routes[i]) + ")";
    }
    if (missing.need.number() == missing.need.const_number())
        return text + "; provide it with share(...), share_mutable(...) or per_worker<...>(...)";
    if (const provided_state* shared = states.find_shared(missing.need.const_number())) {
        return text + "; share at " + place_text(shared->file, shared->line) +
               " provides state<const " + type +
               "> only: take that, or use share_mutable if several threads may change the object "
               "at once, or per_worker<" +
               type + ">(...)";
    }
    return text + "; provide it with per_worker<" + type + ">(...) or share_mutable(...)";
}

void check_states(
    const std::vector<std::unique_ptr<registration>>& routes, const state_registry& states,
    findings& found)
{
    std::vector<missing_state> missing; // in the order of the routes
    for (const auto& route : routes) {
        for (const state_need& need : route->facts.states) {
            if (states.find(need.number()) != nullptr)
                continue;
            auto at = std::find_if(missing.begin(), missing.end(), [&](const auto& each) {
                return each.need.number() == need.number();
            });
            if (at == missing.end())
                at = missing.insert(at, {need, {}});
            if (at->routes.empty() || at->routes.back() != route.get())
                at->routes.push_back(route.get());
        }
    }
    for (const missing_state& each : missing)
        found.push_back(text_of(each, states));
}

void check_group(const scope& at, findings& found)
{
    const pattern_fault fault = check_prefix(at.written);
    if (fault == pattern_fault::none)
        return;
    found.push_back(
        place_text(at.file, at.line) + ": the prefix \"" + at.written +
        "\": " + std::string{describe(fault)});
}

} // namespace

std::vector<std::string> check_registrations(
    const std::vector<std::unique_ptr<scope>>& scopes,
    const std::vector<std::unique_ptr<registration>>& registrations, const state_registry& states)
{
    findings found;
    for (const auto& each : scopes) {
        if (each->parent != nullptr)
            check_group(*each, found);
    }
    std::vector<const registration*> readable;
    for (const auto& each : registrations) {
        check_method(*each, found);
        if (!check_text(*each, found))
            continue;
        check_names(*each, found);
        readable.push_back(each.get());
    }
    check_conflicts(readable, found);
    states.check(found);
    check_states(registrations, states, found);
    return found;
}

} // namespace frevo::detail
