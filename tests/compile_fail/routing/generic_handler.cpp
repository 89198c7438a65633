// SPDX-License-Identifier: BSL-1.0
// Must not compile: the types of the parameters say what the handler takes, and there are none.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/", [](auto&) {});
}
