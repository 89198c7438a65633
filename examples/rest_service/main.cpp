// SPDX-License-Identifier: BSL-1.0
// A task tracker: reads its options, opens its store and serves.
#include "options.hpp"
#include "routes.hpp"
#include "store.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

using namespace tracker;

void serve(const options& chosen)
{
    store db{chosen.database};
    frevo::app app = make_app(db);
    app.listen(chosen.host, chosen.port).threads(chosen.threads);
    app.on_listening([&chosen](std::uint16_t port) {
        const bool six = chosen.host.find(':') != std::string::npos;
        std::printf(
            six ? "Serving %s on http://[%s]:%u\n" : "Serving %s on http://%s:%u\n",
            chosen.database.c_str(), chosen.host.c_str(), unsigned{port});
        std::fflush(stdout);
    });
    app.run();
}

} // namespace

int main(int argc, char** argv)
{
    options chosen;
    try {
        const std::size_t count = argc > 0 ? static_cast<std::size_t>(argc - 1) : 0;
        chosen = read_options({argv + 1, count}, std::getenv);
        if (chosen.help) {
            std::fputs(usage().c_str(), stdout);
            return 0;
        }
        serve(chosen);
        return 0;
    } catch (const usage_error& wrong) {
        std::fprintf(stderr, "rest_service: %s Try \"rest_service --help\".\n", wrong.what());
        return 2;
    } catch (const sqlite::error& failed) {
        std::fprintf(
            stderr, "rest_service: cannot use the database %s: %s\n", chosen.database.c_str(),
            failed.what());
        return 1;
    } catch (const frevo::startup_error& failed) {
        for (const std::string& finding : failed.findings())
            std::fprintf(stderr, "rest_service: %s\n", finding.c_str());
        return 1;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "rest_service: %s\n", failed.what());
        return 1;
    }
}
