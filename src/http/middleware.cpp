// SPDX-License-Identifier: BSL-1.0
// The defaults of a middleware, and the step from one coroutine middleware to the next.
#include <frevo/http/middleware.hpp>
#include <frevo/http/service.hpp>

#include <stdexcept>

namespace frevo {

awaitable<response> next::operator()(request& req) const
{
    std::uint8_t& at = detail::request_access::chain_at(req);
    if (at >= index_)
        throw std::logic_error{"a middleware called next twice"};
    at = index_;
    return detail::run(*target_, req, index_);
}

namespace detail {

middleware_base::~middleware_base() = default;

std::optional<response> middleware_base::before(request&) const
{
    return std::nullopt;
}

void middleware_base::after(const request&, response&) const {}

awaitable<response> middleware_base::call(request& req, next rest) const
{
    return rest(req);
}

} // namespace detail
} // namespace frevo
