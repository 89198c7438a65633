// SPDX-License-Identifier: BSL-1.0
// Must not compile: no extractor makes the argument of the handler.

#include <frevo/frevo.hpp>

struct widget
{};

void add(frevo::app& app)
{
    app.get("/", [](widget) {});
}
