// SPDX-License-Identifier: BSL-1.0
// What is answered when no handler is there for a request.
#include "routing/fallback.hpp"

#include <frevo/core/problem.hpp>

#include <utility>

namespace frevo::detail {

namespace {

method_set methods_of(const radix_tree& routes, std::string_view path)
{
    radix_tree::params values;
    const bool escaped = path.find('%') != std::string_view::npos;
    return routes.match(path, escaped, 0, values).methods; // wanting none finds all
}

} // namespace

std::string allow_text(method_set methods)
{
    if ((methods & method_bit(method::get)) != 0)
        methods = static_cast<method_set>(methods | method_bit(method::head));
    methods = static_cast<method_set>(methods | method_bit(method::options));
    std::string text;
    for (std::size_t number = 0; number < method_count; ++number) {
        const auto verb = static_cast<method>(number);
        if ((methods & method_bit(verb)) == 0)
            continue;
        if (!text.empty())
            text += ", ";
        text += to_string(verb);
    }
    return text;
}

problem_endpoint::problem_endpoint(status code, std::string detail)
    : plain_endpoint_base(false),
      code_(code),
      document_(std::make_shared<const std::string>(problem{code, std::move(detail)}.to_json()))
{}

response problem_endpoint::handle_now(request&) const
{
    response answer{code_, body{document_}};
    answer.static_content_type("application/problem+json");
    return answer;
}

wrong_method_endpoint::wrong_method_endpoint(const radix_tree& routes)
    : problem_endpoint(
          status::method_not_allowed, "This resource does not support the method of the request."),
      routes_(routes)
{}

response wrong_method_endpoint::handle_now(request& req) const
{
    response answer = problem_endpoint::handle_now(req);
    answer.header(field::allow, allow_text(methods_of(routes_, req.path())));
    return answer;
}

options_endpoint::options_endpoint(const radix_tree& routes) noexcept
    : plain_endpoint_base(false), routes_(routes)
{}

response options_endpoint::handle_now(request& req) const
{
    response answer{status::no_content};
    answer.header(field::allow, allow_text(methods_of(routes_, req.path())));
    return answer;
}

server_options_endpoint::server_options_endpoint(method_set methods)
    : plain_endpoint_base(false), allow_(allow_text(methods))
{}

response server_options_endpoint::handle_now(request&) const
{
    response answer{status::no_content};
    answer.header(field::allow, allow_);
    return answer;
}

} // namespace frevo::detail
