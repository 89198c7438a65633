// SPDX-License-Identifier: BSL-1.0
// From a request's method and path to the endpoint that answers it.
#include "routing/routing_table.hpp"

#include "routing/fallback.hpp"

#include <frevo/http/request.hpp>

#include <utility>

namespace frevo::detail {

static_assert(request::max_params == max_pattern_params);

namespace {

/// The methods whose routes may answer a request.
constexpr method_set methods_for(method asked) noexcept
{
    // Source: RFC 9110 section 9.3.2: HEAD is GET without the content, which the server leaves out.
    if (asked == method::head)
        return method_bit(method::head) | method_bit(method::get);
    return method_bit(asked);
}

constexpr bool is_hex(char c) noexcept
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

} // namespace

bool has_whole_escapes(std::string_view path) noexcept
{
    for (std::size_t at = path.find('%'); at != std::string_view::npos;
         at = path.find('%', at + 3)) {
        if (path.size() - at < 3 || !is_hex(path[at + 1]) || !is_hex(path[at + 2]))
            return false;
    }
    return true;
}

std::uint32_t routing_table::add(method verb, const endpoint& target)
{
    const std::uint32_t number = tree_.insert(target.pattern());
    if (number >= leaves_.size())
        leaves_.resize(number + 1);
    leaves_[number].by_method[static_cast<std::size_t>(verb)] = &target;
    tree_.add_method(number, method_bit(verb));
    return number;
}

void routing_table::set_fallbacks(
    std::uint32_t number, std::unique_ptr<endpoint> wrong, std::unique_ptr<endpoint> options)
{
    leaves_[number].wrong_method = std::move(wrong);
    leaves_[number].options = std::move(options);
}

const endpoint& routing_table::resolve(request& req) const noexcept
{
    const endpoint& target = find(req);
    request_access::set_endpoint(req, target);
    return target;
}

const endpoint& routing_table::find(request& req) const noexcept
{
    const method asked = req.method();
    request_access::set_param_count(req, 0);
    // CONNECT asks for a tunnel and has no path; no route can answer it.
    if (asked == method::unknown || asked == method::connect)
        return *general_.not_implemented;
    if (asked == method::options && req.target() == "*")
        return *general_.server_options;

    const std::string_view path = req.path();
    const bool escaped = path.find('%') != std::string_view::npos;
    if (escaped && !has_whole_escapes(path))
        return *general_.bad_target;
    radix_tree::params values;
    const tree_match found = tree_.match(path, escaped, methods_for(asked), values);
    if (found.leaf == tree_match::none) {
        if (found.nearest == tree_match::none)
            return *general_.not_found;
        const leaf& nearest = leaves_[found.nearest];
        return asked == method::options ? *nearest.options : *nearest.wrong_method;
    }
    for (std::size_t i = 0; i < found.param_count; ++i)
        request_access::set_param(req, i, values[i]);
    request_access::set_param_count(req, found.param_count);
    const leaf& at = leaves_[found.leaf];
    const endpoint* target = at.by_method[static_cast<std::size_t>(asked)];
    return target ? *target : *at.by_method[static_cast<std::size_t>(method::get)];
}

} // namespace frevo::detail
