// SPDX-License-Identifier: BSL-1.0
// Must not compile: the parameter cannot be made from text.

#include <frevo/frevo.hpp>

struct widget
{};

void add(frevo::app& app)
{
    app.get("/{w}", [](frevo::path<"w", widget>) {});
}
