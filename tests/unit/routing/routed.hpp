// SPDX-License-Identifier: BSL-1.0
// A router with the verbs of an application, but without a server.
#pragma once

#include "routing/router.hpp"
#include "routing/state_registry.hpp"
#include "support/made_request.hpp"

#include <frevo/core/limits.hpp>
#include <frevo/routing/group.hpp>
#include <frevo/routing/params.hpp>
#include <frevo/routing/startup_error.hpp>
#include <frevo/routing/state.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace frevo::testing {

class routed : public detail::route_verbs<routed, route_pattern>
{
public:
    static constexpr std::uint64_t default_limit = 1000;

    route_group group(prefix_pattern prefix)
    {
        return route_group{detail::add_group(router.root(), prefix.source())};
    }

    routed& use(any_middleware middleware)
    {
        detail::add_middleware(router.root(), std::move(middleware));
        return *this;
    }

    const detail::service& freeze()
    {
        router.freeze(states, default_limit);
        return router.table();
    }

    /// What freezing says, or an empty text.
    std::string refusal()
    {
        try {
            freeze();
        } catch (const startup_error& error) {
            return error.what();
        }
        return {};
    }

    /// Freezes if need be, and answers with the objects of one worker.
    response answer(made_request& asked)
    {
        freeze();
        if (!objects)
            objects = states.make(worker{boost::asio::any_io_executor{}, 0});
        asked.state(objects->slots());
        return asked.answer(router.table());
    }

    response answer(method verb, std::string_view target)
    {
        made_request asked{verb, target};
        return answer(asked);
    }

    /// "200 text".
    std::string text(method verb, std::string_view target)
    {
        const response got = answer(verb, target);
        return std::to_string(to_int(got.status())) + " " + std::string{got.body().view()};
    }

    detail::router router;
    detail::state_registry states;
    std::unique_ptr<detail::worker_state> objects;

private:
    friend class detail::route_verbs<routed, route_pattern>;
    detail::scope& routes() noexcept { return router.root(); }
};

} // namespace frevo::testing
