// SPDX-License-Identifier: BSL-1.0
// Must not compile: the extractor does not return what the protocol asks for.

#include <frevo/frevo.hpp>

struct widget
{};

template <>
struct frevo::extractor<widget>
{
    static bool from(frevo::request&) { return true; }
};

void add(frevo::app& app)
{
    app.get("/", [](widget) {});
}
