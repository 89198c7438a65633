// SPDX-License-Identifier: BSL-1.0
// Registering routes: the verbs that app and group share, and the handle of a registered route.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/method.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/routing/bound_endpoint.hpp>
#include <frevo/routing/registration.hpp>
#include <frevo/routing/route_pattern.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace frevo {

/// A route that has just been registered, for what applies to it alone.
///
/// Lifetime: of the application; it may be moved meanwhile. Threads: before the application serves.
class FREVO_API route_handle
{
public:
    /// Adds middleware inside that of the application and the group.
    route_handle& use(any_middleware middleware);

    /// Takes bodies up to this size. Units: bytes. Default: `server_options::limits::body`.
    route_handle& limit_body(std::uint64_t most);

    explicit route_handle(detail::registration& at) noexcept : at_(&at) {}

private:
    detail::registration* at_;
};

namespace detail {

/// The verbs of `app` and `group`: each takes a pattern and a handler.
///
/// A handler is any callable whose parameters are extractors and whose result becomes a response;
/// it is called as const, from all workers at once. See: docs/routing.md
template <class Self, template <class> class Pattern>
class route_verbs
{
public:
    /// Answers GET, and HEAD unless there is a route for it.
    template <class Handler>
    route_handle get(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::get, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers POST.
    template <class Handler>
    route_handle post(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::post, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers PUT.
    template <class Handler>
    route_handle put(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::put, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers PATCH.
    template <class Handler>
    route_handle patch(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::patch, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers DELETE, which is a keyword.
    template <class Handler>
    route_handle del(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::delete_, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers HEAD in place of the route for GET.
    template <class Handler>
    route_handle head(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::head, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers OPTIONS in place of the automatic answer.
    template <class Handler>
    route_handle options(std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(method::options, pattern.source(), std::forward<Handler>(handler));
    }

    /// Answers any method but TRACE and CONNECT.
    template <class Handler>
    route_handle
    route(frevo::method verb, std::type_identity_t<Pattern<Handler>> pattern, Handler&& handler)
    {
        return add(verb, pattern.source(), std::forward<Handler>(handler));
    }

private:
    template <class Handler>
    route_handle add(frevo::method verb, const pattern_source& pattern, Handler&& handler)
    {
        return route_handle{add_route(
            static_cast<Self&>(*this).routes(), verb, pattern,
            make_endpoint(std::forward<Handler>(handler)), handler_traits<Handler>::facts())};
    }
};

} // namespace detail

/// Routes that share a prefix and middleware: `auto books = app.group("/books");`.
///
/// The pattern "/" means the prefix itself. Middleware applies to every route of the group and of
/// the groups in it, wherever `use` stands. Lifetime: of the application; it may be moved
/// meanwhile. Threads: before the application serves.
class FREVO_API route_group : public detail::route_verbs<route_group, group_pattern>
{
public:
    /// A group in this group.
    route_group group(prefix_pattern prefix);

    /// Adds middleware inside that of the application and of the groups around.
    route_group& use(any_middleware middleware);

    /// Takes bodies up to this size on all routes that do not say otherwise. Units: bytes.
    route_group& limit_body(std::uint64_t most);

    explicit route_group(detail::scope& at) noexcept : at_(&at) {}

private:
    friend class detail::route_verbs<route_group, group_pattern>;
    detail::scope& routes() noexcept { return *at_; }

    detail::scope* at_;
};

} // namespace frevo
