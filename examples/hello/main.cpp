// SPDX-License-Identifier: BSL-1.0
// The smallest application: two routes, one of them with a typed parameter.
#include <frevo/frevo.hpp>

#include <string>

int main()
{
    frevo::app app;
    app.get("/", [] { return "Hello, World!"; });
    app.get("/hello/{name}", [](frevo::path<"name"> name) {
        return "Hello, " + std::string{*name} + "!";
    });
    return app.listen(8080).serve();
}
