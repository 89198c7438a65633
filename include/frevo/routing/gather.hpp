// SPDX-License-Identifier: BSL-1.0
// Runs extractors in the order of the parameters and stops at the first that refuses.
#pragma once

#include <frevo/http/request.hpp>
#include <frevo/routing/extract.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the frames of these coroutines for types of this header and warns at users whose
// types stand in an anonymous namespace.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

namespace frevo::detail {

/// The first refusal of an extractor, or null.
using refusal = std::unique_ptr<problem>;

/// Where an argument waits for its call: `request*`, or an optional that is empty after a refusal.
template <class A>
using slot = std::conditional_t<is_request<A>, request*, std::optional<std::remove_cvref_t<A>>>;

/// A value that several arguments need, kept with the request.
template <class T>
struct remembered
{
    T value;
};

template <class T, class Shared>
inline constexpr bool is_shared = count_in<T, Shared> > 0;

template <class T>
std::optional<T> recall(request& req)
{
    static_assert(
        std::copy_constructible<T>,
        "frevo: several arguments of this handler need this type, so it must be copyable");
    if (const remembered<T>* found = req.locals().template get<remembered<T>>())
        return found->value;
    return std::nullopt;
}

/// Unwraps what `from` returned.
template <class T, class Shared, class Returned>
std::optional<T> accept(request& req, refusal& failed, Returned&& returned)
{
    if constexpr (std::is_same_v<std::remove_cvref_t<Returned>, result<T>>) {
        if (!returned) {
            failed = std::make_unique<problem>(std::move(returned.error()));
            return std::nullopt;
        }
        if constexpr (is_shared<T, Shared>)
            req.locals().set(remembered<T>{*returned});
        return std::move(*returned);
    } else {
        if constexpr (is_shared<T, Shared>)
            req.locals().set(remembered<T>{returned});
        return std::forward<Returned>(returned);
    }
}

template <class A>
decltype(auto) take(slot<A>& from)
{
    if constexpr (is_request<A>)
        return static_cast<A>(*from);
    else
        return std::move(*from);
}

template <class T, class Shared>
std::optional<T> fetch(request& req, refusal& failed);

template <class A, class Shared>
slot<A> fill_slot(request& req, refusal& failed)
{
    if constexpr (is_request<A>)
        return &req;
    else
        return fetch<std::remove_cvref_t<A>, Shared>(req, failed);
}

template <class A>
slot<A> empty_slot(request& req)
{
    if constexpr (is_request<A>)
        return &req;
    else
        return std::nullopt;
}

template <class A, class Shared>
awaitable<void> wait_for_slot(request& req, slot<A>& into, refusal& failed);

/// Gathers and passes on the arguments of one call.
template <class Arguments>
struct gather;

template <class... A>
struct gather<type_list<A...>>
{
    using slots = std::tuple<slot<A>...>;
    using indices = std::index_sequence_for<A...>;

    /// Makes all arguments. After a refusal the slots must not be passed on.
    template <class Shared>
    static slots now([[maybe_unused]] request& req, [[maybe_unused]] refusal& failed)
    {
        return slots{
            fill_slot<A, Shared>(req, failed)...}; // braces: in the order of the parameters
    }

    static slots none([[maybe_unused]] request& req) { return slots{empty_slot<A>(req)...}; }

    /// The same as `now` for arguments that may wait.
    template <class Shared>
    static awaitable<void> wait(request& req, slots& into, refusal& failed)
    {
        return wait_in_order<Shared>(req, into, failed, indices{});
    }

    template <class Call>
    static decltype(auto) call(const Call& target, slots& from)
    {
        return call_with(target, from, indices{});
    }

private:
    template <class Shared, std::size_t... I>
    static awaitable<void>
    wait_in_order(request& req, slots& into, refusal& failed, std::index_sequence<I...>)
    {
        (co_await wait_for_slot<A, Shared>(req, std::get<I>(into), failed), ...);
    }

    template <class Call, std::size_t... I>
    static decltype(auto)
    call_with(const Call& target, [[maybe_unused]] slots& from, std::index_sequence<I...>)
    {
        return target(take<A>(std::get<I>(from))...);
    }
};

/// Makes one value with an extractor that does not wait. Empty after a refusal, its own or an
/// earlier.
template <class T, class Shared>
std::optional<T> fetch(request& req, refusal& failed)
{
    using arguments = gather<typename from_signature<T>::arguments>;
    if (failed)
        return std::nullopt;
    if constexpr (is_shared<T, Shared>) {
        if (std::optional<T> known = recall<T>(req))
            return known;
    }
    auto needed = arguments::template now<Shared>(req, failed);
    if (failed)
        return std::nullopt;
    return accept<T, Shared>(req, failed, arguments::call(&extractor<T>::from, needed));
}

/// Makes one value with an extractor that waits, or whose own arguments wait.
template <class T, class Shared>
awaitable<void> wait_for(request& req, std::optional<T>& into, refusal& failed)
{
    using arguments = gather<typename from_signature<T>::arguments>;
    if constexpr (is_shared<T, Shared>) {
        if (std::optional<T> known = recall<T>(req)) {
            into.emplace(*std::move(known));
            co_return;
        }
    }
    auto needed = arguments::none(req);
    co_await arguments::template wait<Shared>(req, needed, failed);
    if (failed)
        co_return;
    if constexpr (is_awaitable<typename from_signature<T>::result>) {
        auto pending = arguments::call(&extractor<T>::from, needed);
        auto returned = co_await std::move(pending);
        if (std::optional<T> made = accept<T, Shared>(req, failed, std::move(returned)))
            into.emplace(*std::move(made));
    } else {
        auto returned = arguments::call(&extractor<T>::from, needed);
        if (std::optional<T> made = accept<T, Shared>(req, failed, std::move(returned)))
            into.emplace(*std::move(made));
    }
}

template <class A, class Shared>
awaitable<void> wait_for_slot(request& req, slot<A>& into, refusal& failed)
{
    if constexpr (!is_request<A>) {
        if (failed)
            co_return;
        using value = std::remove_cvref_t<A>;
        if constexpr (argument_waits<A>) {
            co_await wait_for<value, Shared>(req, into, failed);
        } else {
            if (std::optional<value> made = fetch<value, Shared>(req, failed))
                into.emplace(*std::move(made));
        }
    }
    co_return;
}

} // namespace frevo::detail

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
