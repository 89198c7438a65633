// SPDX-License-Identifier: BSL-1.0
// Must not compile: a tail is the last segment.

#include <frevo/frevo.hpp>

void add(frevo::app& app)
{
    app.get("/{rest...}/x", [] {});
}
