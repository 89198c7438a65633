// SPDX-License-Identifier: BSL-1.0
// A user's program for all package tests: an application that answers in this process.

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>
#include <frevo/version.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace {

struct greeting
{
    std::string text;
};
BOOST_DESCRIBE_STRUCT(greeting, (), (text))

frevo::app make_app()
{
    frevo::app app;
    app.get(
        "/hello/{name}", [](frevo::path<"name"> name) -> frevo::awaitable<frevo::json<greeting>> {
            greeting made{"Hello, " + std::string{*name} + "!"};
            co_return frevo::json{std::move(made)};
        });
    app.post("/echo", [](frevo::json<greeting> input) { return input->text; });
    return app;
}

bool is(const frevo::testing::reply& reply, frevo::status status, std::string_view text)
{
    if (reply.status() == status && reply.text().find(text) != std::string::npos)
        return true;
    std::printf("unexpected: %d %s\n", static_cast<int>(reply.status()), reply.text().c_str());
    return false;
}

} // namespace

int main()
{
    const std::string_view linked = frevo::library_version();
    std::printf("linked with frevo %.*s\n", static_cast<int>(linked.size()), linked.data());
    if (linked != EXPECTED_VERSION || linked != FREVO_VERSION_STRING)
        return 1;

    frevo::testing::client client{make_app()};
    const bool good =
        is(client.get("/hello/you"), frevo::status::ok, "Hello, you!") &&
        is(client.post("/echo", R"({"text":"again"})"), frevo::status::ok, "again") &&
        is(client.post("/echo", "{}"), frevo::status::unprocessable_content, "/text") &&
        is(client.get("/nowhere"), frevo::status::not_found, "404");
    return good ? 0 : 1;
}
