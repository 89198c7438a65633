// SPDX-License-Identifier: BSL-1.0
// Must not compile: the handler takes a path parameter that the pattern does not have.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/books/{id}", [](frevo::path<"number", int>) {});
}
