// SPDX-License-Identifier: BSL-1.0
// Middleware in two forms: hooks around a plain call, and coroutines around `next`.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace frevo {

/// The rest of the chain, for a coroutine middleware: `co_return co_await next(req);`.
///
/// Call it at most once; a second call throws `std::logic_error` (the client sees 500).
/// Lifetime: until the middleware returns; do not store it.
class FREVO_API next
{
public:
    /// Runs the inner middleware and the handler. Problems and exceptions of the handler have
    /// become a response. Errors: none but `operation_aborted`. Cancels: with the request.
    awaitable<response> operator()(request& req) const;

    next(const detail::endpoint& target, std::uint8_t index) noexcept
        : target_(&target), index_(index)
    {}

private:
    const detail::endpoint* target_;
    std::uint8_t index_;
};

/// A middleware with a `before` hook: it may answer early.
template <class T>
concept has_before = requires(const T& hook, request& req)
{
    {
        hook.before(req)
        } -> std::convertible_to<std::optional<response>>;
};

/// A middleware with an `after` hook: it sees every answer.
template <class T>
concept has_after = requires(const T& hook, const request& req, response& answer)
{
    hook.after(req, answer);
};

/// A middleware that is a coroutine around `next`.
template <class T>
concept is_around = requires(const T& call, request& req, next rest)
{
    {
        call(req, rest)
        } -> std::same_as<awaitable<response>>;
};

namespace detail {

/// One middleware, erased. Called from all workers at once.
class FREVO_API middleware_base
{
public:
    explicit middleware_base(bool around) noexcept : around_(around) {}
    virtual ~middleware_base();
    bool around() const noexcept { return around_; }
    virtual std::optional<response> before(request& req) const;
    virtual void after(const request& req, response& answer) const;
    virtual awaitable<response> call(request& req, next rest) const;

private:
    bool around_;
};

template <class Hook>
class hook_middleware final : public middleware_base
{
public:
    explicit hook_middleware(Hook hook) : middleware_base(false), hook_(std::move(hook)) {}
    std::optional<response> before(request& req) const override
    {
        if constexpr (has_before<Hook>)
            return hook_.before(req);
        else
            return std::nullopt;
    }
    void after(const request& req, response& answer) const override
    {
        if constexpr (has_after<Hook>)
            hook_.after(req, answer);
    }

private:
    Hook hook_;
};

template <class Around>
class around_middleware final : public middleware_base
{
public:
    explicit around_middleware(Around made) : middleware_base(true), call_(std::move(made)) {}
    awaitable<response> call(request& req, next rest) const override { return call_(req, rest); }

private:
    Around call_;
};

} // namespace detail

/// Any middleware, held once and shared by all routes it applies to.
class any_middleware
{
public:
    /// Wraps hooks or a coroutine. The object is called as `const`, from all workers at once.
    template <class M>
    requires(!std::same_as<std::remove_cvref_t<M>, any_middleware>)
        any_middleware(M&& middleware) // NOLINT: implicit on purpose
        : held_(make(std::forward<M>(middleware)))
    {}

    const detail::middleware_base& get() const noexcept { return *held_; }

private:
    template <class M>
    static std::shared_ptr<const detail::middleware_base> make(M&& middleware)
    {
        using T = std::decay_t<M>;
        static_assert(
            has_before<T> || has_after<T> || is_around<T>,
            "frevo: a middleware is either awaitable<response>(request&, next), callable as const, "
            "or an "
            "object with `std::optional<response> before(request&) const` and/or "
            "`void after(const request&, response&) const`; see docs/middleware.md");
        if constexpr (is_around<T>)
            return std::make_shared<detail::around_middleware<T>>(std::forward<M>(middleware));
        else
            return std::make_shared<detail::hook_middleware<T>>(std::forward<M>(middleware));
    }

    std::shared_ptr<const detail::middleware_base> held_;
};

/// Middleware in the order it is entered: app, group, route.
using middleware_chain = std::vector<any_middleware>;

} // namespace frevo
