// SPDX-License-Identifier: BSL-1.0
// The server that is measured, written as a user would write it.
#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

struct message
{
    std::string text;
};
BOOST_DESCRIBE_STRUCT(message, (), (text))

} // namespace

int main(int argc, char** argv)
{
    frevo::app app;
    app.get("/plaintext", [] { return "Hello, World!"; });
    app.get("/json", [] { return frevo::json{message{"Hello, World!"}}; });
    app.get("/users/{id}", [](frevo::path<"id", int> id) { return std::to_string(*id); });
    app.get("/awaited", []() -> frevo::awaitable<frevo::response> {
        co_return frevo::response{"Hello, World!"};
    });
    for (int i = 1; i + 1 < argc; i += 2) {
        unsigned long value = 0;
        std::from_chars(argv[i + 1], argv[i + 1] + std::strlen(argv[i + 1]), value);
        if (std::strcmp(argv[i], "--port") == 0)
            app.listen(static_cast<std::uint16_t>(value));
        if (std::strcmp(argv[i], "--threads") == 0)
            app.threads(value);
    }
    app.on_listening([](std::uint16_t port) {
        std::printf("listening on 127.0.0.1:%d\n", port);
        std::fflush(stdout);
    });
    app.run();
}
