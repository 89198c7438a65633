// SPDX-License-Identifier: BSL-1.0
// Must not compile: an extractor that the handler needs takes a parameter that the pattern lacks.

#include <frevo/frevo.hpp>

struct account
{};

template <>
struct frevo::extractor<account>
{
    static account from(frevo::path<"account", int>) { return {}; }
};

void add(frevo::app& app)
{
    app.get("/books/{id}", [](account) {});
}
