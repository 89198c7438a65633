// SPDX-License-Identifier: BSL-1.0
// Registration, and the step from registrations to the table that serves.
#include "routing/router.hpp"

#include "routing/fallback.hpp"

#include <frevo/routing/startup_error.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace frevo::detail {

namespace {

/// "/" stands for the prefix itself, and for no prefix.
std::string join(std::string_view prefix, std::string_view pattern)
{
    if (prefix.empty())
        return std::string{pattern};
    return std::string{prefix}.append(pattern == "/" ? std::string_view{} : pattern);
}

std::vector<std::string> names_in(std::string_view pattern)
{
    std::vector<std::string> names;
    pattern_segment segment;
    for (pattern_reader reader{pattern}; !reader.done();) {
        static_cast<void>(reader.next(segment));
        if (segment.kind != segment_kind::literal)
            names.emplace_back(segment.text);
    }
    return names;
}

void append(middleware_chain& chain, const middleware_chain& more)
{
    chain.insert(chain.end(), more.begin(), more.end());
}

std::size_t depth_of(const scope* at) noexcept
{
    std::size_t depth = 0;
    for (; at->parent != nullptr; at = at->parent)
        ++depth;
    return depth;
}

/// The innermost scope that both are in.
const scope* common_scope(const scope* a, const scope* b) noexcept
{
    std::size_t depth_a = depth_of(a);
    std::size_t depth_b = depth_of(b);
    for (; depth_a > depth_b; --depth_a)
        a = a->parent;
    for (; depth_b > depth_a; --depth_b)
        b = b->parent;
    for (; a != b; a = a->parent)
        b = b->parent;
    return a;
}

std::optional<std::uint64_t> body_limit_of(const scope* at) noexcept
{
    for (; at != nullptr; at = at->parent) {
        if (at->body_limit)
            return at->body_limit;
    }
    return std::nullopt;
}

} // namespace

middleware_chain chain_of(const scope& at)
{
    middleware_chain chain;
    if (at.parent != nullptr)
        chain = chain_of(*at.parent);
    append(chain, at.chain);
    return chain;
}

router::router()
{
    scopes_.push_back(std::make_unique<scope>());
    scopes_.front()->owner = this;
}

registration& router::add(
    scope& at, method verb, const pattern_source& pattern, std::unique_ptr<endpoint> target,
    const handler_facts& facts)
{
    require_unfrozen();
    auto made = std::make_unique<registration>();
    made->at = &at;
    made->verb = verb;
    made->written = pattern.text;
    made->pattern = join(at.prefix, pattern.text);
    made->file = pattern.file;
    made->line = pattern.line;
    made->target = std::move(target);
    made->facts = facts;
    registrations_.push_back(std::move(made));
    return *registrations_.back();
}

scope& router::add_group(scope& at, const pattern_source& prefix)
{
    require_unfrozen();
    auto made = std::make_unique<scope>();
    made->owner = this;
    made->parent = &at;
    made->written = prefix.text;
    made->prefix = at.prefix;
    if (prefix.text != "/")
        made->prefix.append(prefix.text);
    made->file = prefix.file;
    made->line = prefix.line;
    scopes_.push_back(std::move(made));
    return *scopes_.back();
}

void router::add_error_handler(std::unique_ptr<const error_handler> handler)
{
    require_unfrozen();
    error_handlers_.push_back(std::move(handler));
}

void router::require_unfrozen() const
{
    if (frozen())
        throw std::logic_error{
            "frevo: routes and middleware are added before the application serves"};
}

void router::freeze(const state_registry& states, std::uint64_t default_body_limit)
{
    if (frozen())
        return;
    std::vector<std::string> findings = check_registrations(scopes_, registrations_, states);
    if (!findings.empty())
        throw startup_error{std::move(findings)};
    finish_endpoints(default_body_limit);
    auto table = std::make_unique<routing_table>();
    std::vector<const scope*> scope_of_leaf;
    for (const auto& each : registrations_) {
        const std::uint32_t leaf = table->add(each->verb, *each->target);
        if (leaf == scope_of_leaf.size())
            scope_of_leaf.push_back(each->at);
        else
            scope_of_leaf[leaf] = common_scope(scope_of_leaf[leaf], each->at);
    }
    for (std::uint32_t leaf = 0; leaf < scope_of_leaf.size(); ++leaf) {
        // A preflight has to meet the middleware of the group whose routes it asks about.
        const middleware_chain chain = chain_of(*scope_of_leaf[leaf]);
        table->set_fallbacks(
            leaf,
            finish(
                std::make_unique<wrong_method_endpoint>(table->tree()), chain, default_body_limit),
            finish(std::make_unique<options_endpoint>(table->tree()), chain, default_body_limit));
    }
    add_fallbacks(*table, default_body_limit);
    table->freeze();
    table_ = std::move(table);
}

std::unique_ptr<endpoint> router::finish(
    std::unique_ptr<endpoint> made, middleware_chain chain, std::uint64_t body_limit) const
{
    made->set_chain(std::move(chain));
    made->set_body_limit(body_limit);
    made->set_on_error(error_handlers_);
    return made;
}

void router::finish_endpoints(std::uint64_t default_body_limit)
{
    for (const auto& each : registrations_) {
        middleware_chain chain = chain_of(*each->at);
        append(chain, each->chain);
        each->target->set_chain(std::move(chain));
        each->target->set_on_error(error_handlers_);
        each->target->set_pattern(each->pattern, names_in(each->pattern));
        const auto limit = each->body_limit ? each->body_limit : body_limit_of(each->at);
        each->target->set_body_limit(limit.value_or(default_body_limit));
    }
}

void router::add_fallbacks(routing_table& table, std::uint64_t default_body_limit) const
{
    method_set all = 0;
    for (const auto& each : registrations_)
        all = static_cast<method_set>(all | method_bit(each->verb));
    const auto problem_for = [&](status code, const char* detail) {
        return finish(
            std::make_unique<problem_endpoint>(code, detail), scopes_.front()->chain,
            default_body_limit);
    };
    routing_table::general_endpoints general;
    general.not_found = problem_for(status::not_found, "There is nothing at this path.");
    general.bad_target =
        problem_for(status::bad_request, "The target has a malformed percent escape.");
    general.not_implemented = problem_for(
        status::not_implemented, "This server does not know the method of the request.");
    general.server_options = finish(
        std::make_unique<server_options_endpoint>(all), scopes_.front()->chain, default_body_limit);
    table.set_general(std::move(general));
}

registration& add_route(
    scope& at, method verb, const pattern_source& pattern, std::unique_ptr<endpoint> target,
    const handler_facts& facts)
{
    return at.owner->add(at, verb, pattern, std::move(target), facts);
}

scope& add_group(scope& at, const pattern_source& prefix)
{
    return at.owner->add_group(at, prefix);
}

void add_middleware(scope& at, any_middleware middleware)
{
    at.owner->require_unfrozen();
    at.chain.push_back(std::move(middleware));
}

void add_middleware(registration& at, any_middleware middleware)
{
    at.at->owner->require_unfrozen();
    at.chain.push_back(std::move(middleware));
}

void set_body_limit(scope& at, std::uint64_t most)
{
    at.owner->require_unfrozen();
    at.body_limit = most;
}

void set_body_limit(registration& at, std::uint64_t most)
{
    at.at->owner->require_unfrozen();
    at.body_limit = most;
}

} // namespace frevo::detail
