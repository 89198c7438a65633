// SPDX-License-Identifier: BSL-1.0
// The endpoints for requests that no handler answers: 400, 404, 405, 501 and OPTIONS.
#pragma once

#include "routing/radix_tree.hpp"

#include <frevo/core/method.hpp>
#include <frevo/core/status.hpp>
#include <frevo/routing/bound_endpoint.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace frevo::detail {

constexpr method_set method_bit(method verb) noexcept
{
    return static_cast<method_set>(1u << static_cast<unsigned>(verb));
}

/// The value of Allow for routes with these methods: "GET, HEAD, OPTIONS".
///
/// HEAD is there with GET, and OPTIONS always, since both are answered without a route.
/// Source: RFC 9110 section 10.2.1.
std::string allow_text(method_set methods);

/// Answers with a problem document that is always the same, and is printed once.
class problem_endpoint : public plain_endpoint_base
{
public:
    problem_endpoint(status code, std::string detail);
    response handle_now(request& req) const override;

private:
    status code_;
    std::shared_ptr<const std::string> document_;
};

/// 405 with the methods that the path of the request has. Source: RFC 9110 section 15.5.6.
class wrong_method_endpoint final : public problem_endpoint
{
public:
    explicit wrong_method_endpoint(const radix_tree& routes);
    response handle_now(request& req) const override;

private:
    const radix_tree& routes_;
};

/// 204 with the methods that the path of the request has. Source: RFC 9110 section 9.3.7.
class options_endpoint final : public plain_endpoint_base
{
public:
    explicit options_endpoint(const radix_tree& routes) noexcept;
    response handle_now(request& req) const override;

private:
    const radix_tree& routes_;
};

/// 204 with the methods that any path has, for `OPTIONS *`. Source: RFC 9110 section 9.3.7.
class server_options_endpoint final : public plain_endpoint_base
{
public:
    explicit server_options_endpoint(method_set methods);
    response handle_now(request& req) const override;

private:
    std::string allow_;
};

} // namespace frevo::detail
