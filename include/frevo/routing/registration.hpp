// SPDX-License-Identifier: BSL-1.0
// The door between the templates that register routes and the compiled router.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/method.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/http/service.hpp>
#include <frevo/routing/handler.hpp>
#include <frevo/routing/route_pattern.hpp>

#include <cstdint>
#include <memory>

namespace frevo::detail {

/// One registered route; the router owns it.
struct registration;
/// A prefix with its middleware, inside another or at the top; the router owns it.
struct scope;

/// What all of these throw once the application serves: `std::logic_error`.
FREVO_API registration& add_route(
    scope& at, method verb, const pattern_source& pattern, std::unique_ptr<endpoint> target,
    const handler_facts& facts);
FREVO_API scope& add_group(scope& at, const pattern_source& prefix);
FREVO_API void add_middleware(scope& at, any_middleware middleware);
FREVO_API void add_middleware(registration& at, any_middleware middleware);
FREVO_API void set_body_limit(scope& at, std::uint64_t most);
FREVO_API void set_body_limit(registration& at, std::uint64_t most);

} // namespace frevo::detail
