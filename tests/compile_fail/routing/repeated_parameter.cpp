// SPDX-License-Identifier: BSL-1.0
// Must not compile: a parameter has a name of its own.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/{id}/{id}", [] {});
}
