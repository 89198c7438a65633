// SPDX-License-Identifier: BSL-1.0
// Routes that frevo has no features for yet.
#include "routes.hpp"

#include <frevo/frevo.hpp>

namespace {

frevo::problem refuse()
{
    return frevo::problem{frevo::status::not_implemented, "This route is still to come."};
}

} // namespace

void conformance::add_later(frevo::app& app)
{
    app.get("/files/{path...}", refuse);
    app.get("/compress", refuse);
    app.post("/inflate", refuse);
    app.post("/form", refuse);
    app.get("/sse", refuse);
    app.get("/ws", refuse);
}
