// SPDX-License-Identifier: BSL-1.0
// Must not compile: a prefix does not end with a slash.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.group("/books/");
}
