// SPDX-License-Identifier: BSL-1.0
// Must not compile: a request cannot be copied.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/", [](frevo::request) {});
}
