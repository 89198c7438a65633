// SPDX-License-Identifier: BSL-1.0
// Cookies that the client sent, and cookies for it.
#include "routes.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/cookie.hpp>
#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <map>
#include <string>

namespace {

frevo::json<std::map<std::string, std::string>> show_cookies(const frevo::request& req)
{
    std::map<std::string, std::string> values;
    for (const frevo::field_line line : req.headers()) {
        if (!frevo::equals_ignore_case(line.name, "cookie"))
            continue;
        for (const auto& [name, value] : frevo::cookie_view{line.value})
            values.try_emplace(std::string{name}, value);
    }
    return values;
}

frevo::response set_cookies()
{
    return frevo::response{frevo::status::ok}
        .add_header(frevo::field::set_cookie, "a=1; Path=/; HttpOnly; SameSite=Lax")
        .add_header(frevo::field::set_cookie, "b=2; Path=/; Secure");
}

} // namespace

void conformance::add_cookies(frevo::app& app)
{
    app.get("/cookies", show_cookies);
    app.get("/setcookie", set_cookies);
}
