// SPDX-License-Identifier: BSL-1.0
// The parts of endpoints that do not depend on the handler's type.
#include <frevo/routing/bound_endpoint.hpp>

#include <stdexcept>
#include <utility>

namespace frevo::detail {

awaitable<response> plain_endpoint_base::handle(request& req) const
{
    if (wants_body()) {
        auto arrived = co_await req.read_body();
        if (!arrived)
            co_return response{arrived.error()};
    }
    co_return handle_now(req);
}

response waiting_endpoint_base::handle_now(request&) const
{
    throw std::logic_error{"a handler that waits was called as one that does not"};
}

awaitable<response> waiting_endpoint_base::refuse(refusal failed)
{
    co_return response{*failed};
}

} // namespace frevo::detail
