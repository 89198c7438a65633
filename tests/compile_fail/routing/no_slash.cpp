// SPDX-License-Identifier: BSL-1.0
// Must not compile: a pattern begins with a slash.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("books", [] {});
}
