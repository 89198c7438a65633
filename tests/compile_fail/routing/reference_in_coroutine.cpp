// SPDX-License-Identifier: BSL-1.0
// Must not compile: the argument is gone when the coroutine goes on.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/{n}", [](const frevo::path<"n">&) -> frevo::awaitable<void> { co_return; });
}
