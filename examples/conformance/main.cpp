// SPDX-License-Identifier: BSL-1.0
// A server with one route for each thing that can go wrong in HTTP; README.md lists them.
#include "options.hpp"
#include "routes.hpp"

#include <frevo/frevo.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

using namespace conformance;
using namespace frevo::literals;

frevo::app make_app(const options& chosen)
{
    frevo::app app;
    add_answers(app);
    add_requests(app, chosen.trust_proxy);
    add_users(app);
    add_cookies(app);
    add_streams(app);
    add_later(app);

    frevo::server_options& server = app.options();
    server.drain_timeout = chosen.drain_timeout;
    server.limits.request_line = 8_KiB;
    server.limits.fields_size = 32_KiB;
    server.limits.field_count = 100;
    server.limits.body = 1_MiB;
    server.limits.head_timeout = chosen.header_timeout;
    server.limits.keep_alive_timeout = chosen.idle_timeout;
    server.limits.body_timeout = chosen.body_timeout;
    return app;
}

void serve(const options& chosen)
{
    frevo::app app = make_app(chosen);
    app.listen(chosen.host, chosen.port).threads(chosen.threads);
    app.on_listening([&chosen](std::uint16_t port) {
        const bool six = chosen.host.find(':') != std::string::npos;
        std::printf(
            six ? "listening on [%s]:%u\n" : "listening on %s:%u\n", chosen.host.c_str(),
            unsigned{port});
        std::fflush(stdout);
    });
    app.run();
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const std::size_t count = argc > 0 ? static_cast<std::size_t>(argc - 1) : 0;
        const options chosen = read_options({argv + 1, count});
        if (chosen.tls_port) {
            std::fputs("conformance: frevo has no TLS yet.\n", stderr);
            return 1;
        }
        serve(chosen);
        return 0;
    } catch (const usage_error& wrong) {
        std::fprintf(stderr, "conformance: %s\n", wrong.what());
        return 2;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "conformance: %s\n", failed.what());
        return 1;
    }
}
