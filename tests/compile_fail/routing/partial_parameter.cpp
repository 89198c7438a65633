// SPDX-License-Identifier: BSL-1.0
// Must not compile: a parameter is a whole segment.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.group("/books").get("/id-{id}", [] {});
}
