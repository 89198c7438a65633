// SPDX-License-Identifier: BSL-1.0
// The same with a struct that is read from JSON and written to it.

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <string>
#include <utility>

namespace {

struct greeting
{
    std::string text;
    int times = 1;
};
BOOST_DESCRIBE_STRUCT(greeting, (), (text, times))

} // namespace

int main()
{
    frevo::app app;
    app.get("/", [] { return "Hello, World!"; });
    app.post("/hello/{name}", [](frevo::path<"name"> name, frevo::json<greeting> input) {
        greeting made{input->text + ", " + std::string{*name} + "!", input->times};
        return frevo::json{std::move(made)};
    });
    app.listen(8080).run();
}
