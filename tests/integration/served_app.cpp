// SPDX-License-Identifier: BSL-1.0
// The program that tests start as a child: a small application with odd wishes by arguments.
//
// served_app [threads=N] [connections=N] [descriptors=N] [grace=MILLISECONDS]
// Prints its port when it listens and, at its end, how many requests its handlers have answered.
#include <frevo/frevo.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/resource.h>

using namespace std::chrono_literals;

namespace {

std::atomic<long> handled{0};

void limit_descriptors(rlim_t most)
{
    const rlimit limit{most, most};
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
        std::abort();
}

void obey(frevo::app& app, std::string_view argument)
{
    const std::size_t sign = argument.find('=');
    const std::string_view name = argument.substr(0, sign);
    const auto value =
        static_cast<std::size_t>(std::strtoul(argument.data() + sign + 1, nullptr, 10));
    if (name == "threads")
        app.threads(value);
    else if (name == "connections")
        app.options().max_connections = value;
    else if (name == "grace")
        app.options().drain_idle_grace = std::chrono::milliseconds{value};
    else if (name == "descriptors")
        limit_descriptors(value);
    else
        std::abort();
}

} // namespace

int main(int argc, char** argv)
{
    frevo::app app;
    for (int i = 1; i < argc; ++i)
        obey(app, argv[i]);
    app.get("/", [] {
        ++handled;
        return "hello";
    });
    app.get("/slow", []() -> frevo::awaitable<const char*> {
        ++handled;
        co_await frevo::sleep_for(5ms);
        co_return "slow";
    });
    app.get("/stop", [&app] {
        ++handled;
        app.stop();
        return "stopping";
    });
    app.listen(0).on_listening([](std::uint16_t port) {
        std::printf("%u\n", static_cast<unsigned>(port));
        std::fflush(stdout);
    });
    app.run();
    std::printf("%ld\n", handled.load());
    return 0;
}
