// SPDX-License-Identifier: BSL-1.0
// Must not compile: the middleware has neither of the two forms.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.use([](frevo::request&) {});
}
