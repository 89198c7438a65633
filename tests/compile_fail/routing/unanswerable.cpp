// SPDX-License-Identifier: BSL-1.0
// Must not compile: the return type of the handler cannot become a response.

#include <frevo/frevo.hpp>

struct widget
{};

void add(frevo::app& app)
{
    app.get("/", [] { return widget{}; });
}
