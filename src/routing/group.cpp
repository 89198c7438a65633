// SPDX-License-Identifier: BSL-1.0
// The handles that users hold; the router owns what they stand for.
#include <frevo/routing/group.hpp>

#include <utility>

namespace frevo {

route_handle& route_handle::use(any_middleware middleware)
{
    detail::add_middleware(*at_, std::move(middleware));
    return *this;
}

route_handle& route_handle::limit_body(std::uint64_t most)
{
    detail::set_body_limit(*at_, most);
    return *this;
}

route_group route_group::group(prefix_pattern prefix)
{
    return route_group{detail::add_group(*at_, prefix.source())};
}

route_group& route_group::use(any_middleware middleware)
{
    detail::add_middleware(*at_, std::move(middleware));
    return *this;
}

route_group& route_group::limit_body(std::uint64_t most)
{
    detail::set_body_limit(*at_, most);
    return *this;
}

} // namespace frevo
