// SPDX-License-Identifier: BSL-1.0
// Wires routes, objects and the server together, and lets any thread stop it.
#include "routing/router.hpp"
#include "routing/state_registry.hpp"
#include "server/server.hpp"

#include <frevo/app/app.hpp>
#include <frevo/core/log.hpp>

#include <boost/system/system_error.hpp>

#include <atomic>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace frevo {

struct app::parts
{
    server_options options;
    detail::state_registry states;
    detail::router routes;
    std::vector<unique_function<void(std::uint16_t)>> listeners;

    std::mutex mutex; // of what stop() and run() share
    detail::server* serving = nullptr;
    bool stop_asked = false;
    std::atomic<std::uint16_t> port{0};
};

namespace {

/// Makes a server reachable by `stop` as long as it is there.
class published_server
{
public:
    published_server(std::mutex& mutex, detail::server*& at, detail::server& made, bool& stop_asked)
        : mutex_(mutex), at_(at), stop_asked_(stop_asked)
    {
        const std::lock_guard lock{mutex_};
        at_ = &made;
        if (stop_asked_)
            made.stop();
    }
    ~published_server()
    {
        const std::lock_guard lock{mutex_};
        at_ = nullptr;
        stop_asked_ = false; // it has been obeyed; the app may run again
    }
    published_server(const published_server&) = delete;
    published_server& operator=(const published_server&) = delete;

private:
    std::mutex& mutex_;
    detail::server*& at_;
    bool& stop_asked_;
};

/// The text of an error without the numbers and source lines that Boost adds to it.
std::string plain_text(const boost::system::system_error& error)
{
    std::string text = error.what();
    const std::string with_details = error.code().what();
    if (text.ends_with(with_details))
        text.replace(text.size() - with_details.size(), text.npos, error.code().message());
    return text;
}

/// Binds, and reports a failure like all others of the start.
void listen_on(detail::server& made)
{
    try {
        made.listen();
    } catch (const boost::system::system_error& error) {
        throw startup_error{{plain_text(error)}};
    }
}

} // namespace

app::app() : parts_(std::make_unique<parts>()) {}
app::~app() = default;
app::app(app&& other) noexcept = default;
app& app::operator=(app&& other) noexcept = default;

route_group app::group(prefix_pattern prefix)
{
    return route_group{detail::add_group(parts_->routes.root(), prefix.source())};
}

app& app::use(any_middleware middleware)
{
    detail::add_middleware(parts_->routes.root(), std::move(middleware));
    return *this;
}

server_options& app::options() noexcept
{
    return parts_->options;
}

app& app::listen(std::uint16_t port) &
{
    parts_->options.port = port;
    return *this;
}

app&& app::listen(std::uint16_t port) &&
{
    return std::move(listen(port));
}

app& app::listen(std::string address, std::uint16_t port) &
{
    parts_->options.address = std::move(address);
    return listen(port);
}

app&& app::listen(std::string address, std::uint16_t port) &&
{
    return std::move(listen(std::move(address), port));
}

app& app::threads(std::size_t count) &
{
    parts_->options.threads = count;
    return *this;
}

app&& app::threads(std::size_t count) &&
{
    return std::move(threads(count));
}

app& app::on_listening(unique_function<void(std::uint16_t)> call) &
{
    parts_->listeners.push_back(std::move(call));
    return *this;
}

app&& app::on_listening(unique_function<void(std::uint16_t)> call) &&
{
    return std::move(on_listening(std::move(call)));
}

void app::run()
{
    detail::app_access::freeze(*this);
    parts& own = *parts_;
    detail::server made{own.options, own.routes.table(), own.states};
    const published_server published{own.mutex, own.serving, made, own.stop_asked};
    listen_on(made);
    own.port = made.port();
    log(log_level::info, "listening", {{"address", own.options.address}, {"port", made.port()}});
    try {
        for (auto& call : own.listeners)
            call(made.port());
        made.run();
    } catch (...) {
        own.port = 0;
        throw;
    }
    own.port = 0;
}

int app::serve() noexcept
{
    try {
        run();
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
    } catch (...) {
        std::fputs("the application ended with an exception of an unknown type\n", stderr);
    }
    return 1;
}

void app::stop() noexcept
{
    parts& own = *parts_;
    const std::lock_guard lock{own.mutex};
    own.stop_asked = true;
    if (own.serving != nullptr)
        own.serving->stop();
}

std::uint16_t app::port() const noexcept
{
    return parts_->port;
}

detail::scope& app::routes() noexcept
{
    return parts_->routes.root();
}

void app::add_error_handler(std::unique_ptr<const detail::error_handler> handler)
{
    parts_->routes.add_error_handler(std::move(handler));
}

void app::provide(detail::provided_state object)
{
    parts_->routes.require_unfrozen();
    parts_->states.add(std::move(object));
}

namespace detail {

void app_access::freeze(app& of)
{
    app::parts& own = *of.parts_;
    own.routes.freeze(own.states, own.options.limits.body);
}

const service& app_access::target(const app& of) noexcept
{
    return of.parts_->routes.table();
}

const worker_state_source& app_access::state(const app& of) noexcept
{
    return of.parts_->states;
}

const server_options& app_access::options(const app& of) noexcept
{
    return of.parts_->options;
}

} // namespace detail
} // namespace frevo
