// SPDX-License-Identifier: BSL-1.0
// Must not compile: two arguments take the body of the request.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.post("/", [](frevo::request_body<>, frevo::request_body<std::string>) {});
}
