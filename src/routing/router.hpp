// SPDX-License-Identifier: BSL-1.0
// What was registered, and how it is checked and turned into a table that serves.
#pragma once

#include "routing/routing_table.hpp"
#include "routing/state_registry.hpp"

#include <frevo/core/method.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/http/service.hpp>
#include <frevo/routing/registration.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

class router;

/// A prefix and what applies to all routes under it.
struct scope
{
    router* owner = nullptr;
    const scope* parent = nullptr; ///< null for the application itself
    std::string written;           ///< the prefix as the user wrote it
    std::string prefix;            ///< with those of the scopes around
    const char* file = nullptr;
    int line = 0;
    middleware_chain chain;
    std::optional<std::uint64_t> body_limit;
};

/// A route as it was registered.
struct registration
{
    const scope* at = nullptr;
    method verb = method::unknown;
    std::string written; ///< the pattern as the user wrote it
    std::string pattern; ///< with the prefix
    const char* file = nullptr;
    int line = 0;
    std::unique_ptr<endpoint> target;
    handler_facts facts;
    middleware_chain chain;
    std::optional<std::uint64_t> body_limit;
};

/// All registrations of an application; after `freeze` their endpoints serve.
///
/// Threads: not shared before `freeze`, any afterwards.
class router
{
public:
    router();
    router(const router&) = delete;
    router& operator=(const router&) = delete;

    scope& root() noexcept { return *scopes_.front(); }
    registration&
    add(scope& at, method verb, const pattern_source& pattern, std::unique_ptr<endpoint> target,
        const handler_facts& facts);
    scope& add_group(scope& at, const pattern_source& prefix);
    void add_error_handler(std::unique_ptr<const error_handler> handler);

    /// Throws `std::logic_error` when the application is frozen.
    void require_unfrozen() const;

    /// Checks everything and builds the table. A second call does nothing.
    /// Errors: throws `startup_error` with all findings; nothing has changed then.
    void freeze(const state_registry& states, std::uint64_t default_body_limit);

    bool frozen() const noexcept { return table_ != nullptr; }
    /// Precondition: frozen().
    const service& table() const noexcept { return *table_; }

private:
    std::unique_ptr<endpoint>
    finish(std::unique_ptr<endpoint> made, middleware_chain chain, std::uint64_t body_limit) const;
    void finish_endpoints(std::uint64_t default_body_limit);
    void add_fallbacks(routing_table& table, std::uint64_t default_body_limit) const;

    std::vector<std::unique_ptr<scope>> scopes_;
    std::vector<std::unique_ptr<registration>> registrations_;
    error_handlers error_handlers_;
    std::unique_ptr<routing_table> table_;
};

/// The middleware of the application and of all scopes down to this one.
middleware_chain chain_of(const scope& at);

/// Finds everything that is wrong with the registrations.
std::vector<std::string> check_registrations(
    const std::vector<std::unique_ptr<scope>>& scopes,
    const std::vector<std::unique_ptr<registration>>& registrations, const state_registry& states);

} // namespace frevo::detail
