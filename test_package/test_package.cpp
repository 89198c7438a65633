// SPDX-License-Identifier: BSL-1.0
// Answers one request in this process.

#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>

#include <utility>

int main()
{
    frevo::app app;
    app.get("/", [] { return "Hello, World!"; });

    frevo::testing::client client{std::move(app)};
    return client.get("/").text() == "Hello, World!" ? 0 : 1;
}
