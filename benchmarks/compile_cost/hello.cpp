// SPDX-License-Identifier: BSL-1.0
// A small application without JSON.

#include <frevo/frevo.hpp>

#include <string>

int main()
{
    frevo::app app;
    app.get("/", [] { return "Hello, World!"; });
    app.get("/hello/{name}", [](frevo::path<"name"> name) {
        return "Hello, " + std::string{*name} + "!";
    });
    app.listen(8080).run();
}
