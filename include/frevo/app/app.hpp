// SPDX-License-Identifier: BSL-1.0
// The application: routes, middleware, objects and the server, wired once and then frozen.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/unique_function.hpp>
#include <frevo/http/error_handler.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/http/worker_state.hpp>
#include <frevo/routing/group.hpp>
#include <frevo/routing/route_pattern.hpp>
#include <frevo/routing/signature.hpp>
#include <frevo/routing/startup_error.hpp>
#include <frevo/routing/state.hpp>
#include <frevo/server/options.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace frevo {

namespace detail {
struct app_access;
} // namespace detail

/// An application.
///
/// Register routes, middleware and objects, then `run()` it. Many can live in one process.
/// Threads: a value until `run`; then only `stop` and `port` may be called, from any thread.
class FREVO_API app : public detail::route_verbs<app, route_pattern>
{
public:
    app();
    ~app();
    app(app&& other) noexcept;
    app& operator=(app&& other) noexcept;

    /// Routes with a common prefix and middleware.
    route_group group(prefix_pattern prefix);

    /// Adds middleware around every route and around the answers 404, 405 and the like.
    ///
    /// Middleware is entered in the order of `use`: application, groups, route; it does not matter
    /// whether a route was added before or after.
    app& use(any_middleware middleware);

    /// Answers for exceptions of one type that escape handlers, middleware and extractors:
    ///
    ///     app.on_error([](const no_such_book& e) { return problem{status::not_found, e.what()};
    ///     });
    ///
    /// The type is that of the function's first parameter, derived types included; a second one may
    /// be `const request&`. What a plain handler may return may be returned here: no `void` and no
    /// awaitable. Text is a 200, so return a problem, or a response with its status. The first
    /// function that fits answers, in the order of registration. Thrown problems and the end of
    /// cancelled requests are not asked about. What becomes 5xx is logged, as without this.
    /// Threads: it is called as const, from several threads at once.
    template <class Call>
    app& on_error(Call call)
    {
        using argument = detail::first_argument_t<Call>;
        static_assert(
            std::is_const_v<std::remove_reference_t<argument>> && std::is_reference_v<argument>,
            "frevo: on_error takes a function of `const E&`, for exceptions of the type E");
        using error = std::remove_cvref_t<argument>;
        add_error_handler(std::make_unique<detail::error_handler_of<error, Call>>(std::move(call)));
        return *this;
    }

    /// Provides `state<const T>` on all workers: one object, which nobody changes.
    ///
    /// A `std::shared_ptr<T>` or `std::reference_wrapper<T>` provides what it refers to.
    template <class T>
    app& share(T object, const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        provide(detail::provide_shared(std::move(object), detail::state_kind::shared, file, line));
        return *this;
    }

    /// Provides `state<T>` and `state<const T>` on all workers: one object that is safe to change
    /// from several threads at once. Otherwise as `share`.
    template <class T>
    app& share_mutable(T object, const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        static_assert(
            !std::is_const_v<typename detail::shared_object<T>::type>,
            "frevo: share_mutable needs an object that is not const");
        provide(detail::provide_shared(
            std::move(object), detail::state_kind::shared_mutable, file, line));
        return *this;
    }

    /// Provides `state<T>` and `state<const T>`: one object per worker, which needs no locks.
    ///
    /// `factory(worker&)` or `factory()` is called on each worker's own thread before it serves;
    /// what it throws ends `run`. It is called as const, from several threads at once.
    template <class T, class Factory>
    app&
    per_worker(Factory factory, const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        provide(detail::provide_per_worker<T>(std::move(factory), file, line));
        return *this;
    }

    /// How the server listens and what it allows; change it before `run`. Lifetime: as the app.
    server_options& options() noexcept;
    using detail::route_verbs<app, route_pattern>::options;

    /// Listens on this port of the address in `options()`; 0 lets the system choose, see `port`.
    app& listen(std::uint16_t port) &;
    app&& listen(std::uint16_t port) &&;
    /// Listens on this port of a numeric address, such as "0.0.0.0" or "::".
    app& listen(std::string address, std::uint16_t port) &;
    app&& listen(std::string address, std::uint16_t port) &&;

    /// Serves with so many threads; 0 means one per core. Default: 1.
    app& threads(std::size_t count) &;
    app&& threads(std::size_t count) &&;

    /// Calls this with the port as soon as the server listens; several are called in order.
    app& on_listening(unique_function<void(std::uint16_t port)> call) &;
    app&& on_listening(unique_function<void(std::uint16_t port)> call) &&;

    /// Serves until `stop` or a signal has drained the server. Logs the address when it listens.
    ///
    /// Errors: `startup_error` with everything that is wrong with routes and objects, or if it
    /// cannot listen; what a factory of `per_worker` throws.
    void run();

    /// `run` for the end of `main`: `return app.listen(8080).serve();`
    ///
    /// Prints what keeps it from starting to standard error, instead of throwing it.
    /// Returns the exit code: 0 after draining, 1 if it could not start or serve.
    int serve() noexcept;

    /// Begins draining: what was received is answered, then `run` returns. Threads: any; also
    /// before `run`, which then returns at once, and from a handler.
    void stop() noexcept;

    /// The port it listens on; 0 before. Threads: any.
    std::uint16_t port() const noexcept;

private:
    friend struct detail::app_access;
    friend class detail::route_verbs<app, route_pattern>;

    struct parts;
    detail::scope& routes() noexcept;
    void provide(detail::provided_state object);
    void add_error_handler(std::unique_ptr<const detail::error_handler> handler);

    std::unique_ptr<parts> parts_;
};

namespace detail {

/// The private side of `app`, for the test client.
struct FREVO_API app_access
{
    /// Freezes the app; does nothing when it is. Errors: `startup_error`.
    static void freeze(app& of);
    /// Of a frozen app. Lifetime: as the app, also when it is moved.
    static const service& target(const app& of) noexcept;
    static const worker_state_source& state(const app& of) noexcept;
    static const server_options& options(const app& of) noexcept;
};

} // namespace detail
} // namespace frevo
