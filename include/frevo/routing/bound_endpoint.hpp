// SPDX-License-Identifier: BSL-1.0
// A handler as an endpoint: a plain call where nothing waits, else the fewest coroutine frames.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/into_response.hpp>
#include <frevo/http/service.hpp>
#include <frevo/routing/gather.hpp>
#include <frevo/routing/handler.hpp>

#include <memory>
#include <type_traits>
#include <utility>

#if defined(__GNUC__) && !defined(__clang__)
// As in gather.hpp: g++ 12 takes the frames of coroutine templates for types of their header.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif

namespace frevo::detail {

/// What endpoints without coroutines have in common.
class FREVO_API plain_endpoint_base : public endpoint
{
public:
    /// Waits for the body when it has to, then calls `handle_now`.
    awaitable<response> handle(request& req) const final;

protected:
    explicit plain_endpoint_base(bool wants_body) noexcept : endpoint(false, wants_body) {}
};

/// What endpoints with coroutines have in common.
class FREVO_API waiting_endpoint_base : public endpoint
{
public:
    /// A bug of the caller: throws `std::logic_error`.
    response handle_now(request& req) const final;

protected:
    explicit waiting_endpoint_base(bool wants_body) noexcept : endpoint(true, wants_body) {}

    /// A coroutine that answers with the problem and does not wait.
    static awaitable<response> refuse(refusal failed);
};

/// A handler that returns its answer and whose arguments do not wait.
template <class Handler>
class plain_endpoint final : public plain_endpoint_base
{
    using traits = handler_traits<Handler>;
    using arguments = gather<typename traits::arguments>;

public:
    template <class Source>
    explicit plain_endpoint(Source&& handler)
        : plain_endpoint_base(traits::wants_body), handler_(std::forward<Source>(handler))
    {}

    response handle_now(request& req) const override
    {
        refusal failed;
        auto gathered = arguments::template now<typename traits::shared>(req, failed);
        if (failed)
            return response{*failed};
        if constexpr (std::is_void_v<typename traits::answer>) {
            arguments::call(handler_, gathered);
            return response{status::no_content};
        } else {
            return to_response(arguments::call(handler_, gathered));
        }
    }

private:
    const typename traits::callable handler_;
};

/// A handler that is a coroutine, or that has an argument which waits.
template <class Handler>
class waiting_endpoint final : public waiting_endpoint_base
{
    using traits = handler_traits<Handler>;
    using arguments = gather<typename traits::arguments>;
    using shared = typename traits::shared;

    // The handler's coroutine is handed on as it is: no frame but its own.
    static constexpr bool direct =
        std::is_same_v<typename traits::returned, awaitable<response>> && !traits::extraction_waits;

public:
    template <class Source>
    explicit waiting_endpoint(Source&& handler)
        : waiting_endpoint_base(traits::wants_body), handler_(std::forward<Source>(handler))
    {}

    awaitable<response> handle(request& req) const override
    {
        if constexpr (direct) {
            if (!wants_body() || req.body()) {
                refusal failed;
                auto gathered = arguments::template now<shared>(req, failed);
                if (failed)
                    return refuse(std::move(failed));
                return arguments::call(handler_, gathered);
            }
        }
        return handle_in_a_frame(req);
    }

private:
    awaitable<response> handle_in_a_frame(request& req) const
    {
        if constexpr (traits::wants_body) {
            auto arrived = co_await req.read_body();
            if (!arrived)
                co_return response{arrived.error()};
        }
        refusal failed;
        auto gathered = begin(req, failed);
        if constexpr (traits::extraction_waits)
            co_await arguments::template wait<shared>(req, gathered, failed);
        if (failed)
            co_return response{*failed};
        if constexpr (!traits::is_coroutine) {
            co_return answer_plainly(gathered);
        } else {
            // Named and moved: g++ 12 destroys temporaries of a statement with co_await twice.
            typename traits::returned pending = arguments::call(handler_, gathered);
            if constexpr (std::is_void_v<typename traits::answer>) {
                co_await std::move(pending);
                co_return response{status::no_content};
            } else {
                auto answer = co_await std::move(pending);
                co_return to_response(std::move(answer));
            }
        }
    }

    static typename arguments::slots begin(request& req, [[maybe_unused]] refusal& failed)
    {
        if constexpr (traits::extraction_waits)
            return arguments::none(req);
        else
            return arguments::template now<shared>(req, failed);
    }

    response answer_plainly(typename arguments::slots& gathered) const
    {
        if constexpr (std::is_void_v<typename traits::answer>) {
            arguments::call(handler_, gathered);
            return response{status::no_content};
        } else {
            return to_response(arguments::call(handler_, gathered));
        }
    }

    const typename traits::callable handler_;
};

/// Makes the endpoint of a handler; a wrong handler is refused in sentences.
template <class Handler>
std::unique_ptr<endpoint> make_endpoint(Handler&& handler)
{
    if constexpr (check_handler<Handler>()) {
        using callable = std::decay_t<Handler>;
        if constexpr (handler_traits<callable>::waits)
            return std::make_unique<waiting_endpoint<callable>>(std::forward<Handler>(handler));
        else
            return std::make_unique<plain_endpoint<callable>>(std::forward<Handler>(handler));
    } else {
        return nullptr;
    }
}

} // namespace frevo::detail

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
