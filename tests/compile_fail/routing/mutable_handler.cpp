// SPDX-License-Identifier: BSL-1.0
// Must not compile: the handler changes itself, but all workers call it at once.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/", [count = 0]() mutable { return std::to_string(++count); });
}
