// SPDX-License-Identifier: BSL-1.0
// Must not compile: the factory of per_worker takes something else.

#include <frevo/frevo.hpp>

struct store
{};

void add(frevo::app& app)
{
    app.per_worker<store>([](int) { return store{}; });
}
