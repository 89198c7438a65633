// SPDX-License-Identifier: BSL-1.0
// What the server knows of an application: a service that resolves requests to endpoints.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/http/cancel_reason.hpp>
#include <frevo/http/error_handler.hpp>
#include <frevo/http/middleware.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// A handler with its flattened middleware. Immutable once the application is frozen; shared by all
/// workers.
class FREVO_API endpoint
{
public:
    static constexpr std::uint64_t server_body_limit = ~std::uint64_t{0};

    virtual ~endpoint();

    /// Runs the handler alone, without middleware; only when `handler_waits()` is false and the
    /// body, if `wants_body()`, has arrived. May throw.
    virtual response handle_now(request& req) const = 0;

    /// Runs the handler alone; waits for the body if it wants one. May throw, also before it
    /// returns.
    virtual awaitable<response> handle(request& req) const = 0;

    /// Whether the handler is a coroutine.
    bool handler_waits() const noexcept { return handler_waits_; }
    /// Whether the handler takes the whole body.
    bool wants_body() const noexcept { return wants_body_; }
    /// Whether handler and all middleware can finish without waiting.
    bool immediate() const noexcept { return immediate_; }
    /// Most bytes of a body; `server_body_limit` means the server's own limit.
    std::uint64_t body_limit() const noexcept { return body_limit_; }
    const middleware_chain& chain() const noexcept { return chain_; }
    /// The pattern ("/books/{id}"); empty for 404, 405 and the like.
    std::string_view pattern() const noexcept { return pattern_; }
    /// Names of the pattern's parameters, in order.
    const std::vector<std::string>& param_names() const noexcept { return param_names_; }
    /// What answers for exceptions of the handler and the middleware; null for nothing.
    const error_handlers* on_error() const noexcept { return on_error_; }

    /// For whoever builds endpoints, before the first request.
    void set_chain(middleware_chain chain);
    void set_pattern(std::string pattern, std::vector<std::string> param_names);
    void set_body_limit(std::uint64_t most) noexcept { body_limit_ = most; }
    void set_on_error(const error_handlers& those) noexcept { on_error_ = &those; }

protected:
    endpoint(bool handler_waits, bool wants_body) noexcept
        : handler_waits_(handler_waits), wants_body_(wants_body), immediate_(!handler_waits)
    {}

private:
    bool handler_waits_;
    bool wants_body_;
    bool immediate_;
    std::uint64_t body_limit_ = server_body_limit;
    const error_handlers* on_error_ = nullptr;
    middleware_chain chain_;
    std::string pattern_;
    std::vector<std::string> param_names_;
};

/// Resolves requests. Immutable while it serves; called from all workers at once.
class FREVO_API service
{
public:
    virtual ~service();

    /// Finds the endpoint and fills the request's parameters. 404, 405, 501 and OPTIONS are
    /// endpoints, too.
    virtual const endpoint& resolve(request& req) const noexcept = 0;
};

/// Walks the hooks from `at` to the next coroutine middleware or the end, and moves `at` there.
/// Returns the answer of a hook that answered early. May throw what a hook throws.
FREVO_API std::optional<response>
enter_hooks(const endpoint& target, request& req, std::uint8_t& at);

/// Runs the `after` hooks of the positions [from, at), innermost first. An exception becomes the
/// answer.
FREVO_API void leave_hooks(
    const endpoint& target, request& req, std::uint8_t from, std::uint8_t at,
    response& answer) noexcept;

/// Tells whether the handler alone can run without waiting, which costs no coroutine.
FREVO_API bool can_handle_now(const endpoint& target, const request& req) noexcept;

/// Runs an immediate endpoint with its hooks. Every exception becomes a problem response.
FREVO_API response run_now(const endpoint& target, request& req) noexcept;

/// Runs any endpoint with its middleware from chain position `from`.
/// Errors: only cancellation (`operation_aborted`) escapes; everything else is a response.
FREVO_API awaitable<response> run(const endpoint& target, request& req, std::uint8_t from = 0);

/// The sentence for the answer of a cancelled request. Lifetime: static storage.
FREVO_API const char* detail_of(cancel_reason why) noexcept;

/// The response for an exception that escaped a handler: a problem is itself; for others the
/// application's `on_error` is asked, and what is left is a 500 whose text tells nothing. The real
/// text of every 5xx goes to the log with the request's id.
FREVO_API response response_to(std::exception_ptr error, const request& req) noexcept;

/// The private side of `request`, for the framework's own layers.
struct FREVO_API request_access
{
    static void set_endpoint(request& req, const endpoint& target) noexcept
    {
        req.endpoint_ = &target;
    }
    static void set_param(request& req, std::size_t index, std::string_view raw) noexcept
    {
        req.params_[index] = raw;
    }
    /// Room for `request::max_params` raw parameters, in the order of the pattern.
    static std::string_view* params(request& req) noexcept { return req.params_.data(); }
    /// The parameter as it was sent; empty for a name the route lacks.
    template <std::size_t Size>
    static std::string_view raw_param(const request& req, const char (&name)[Size]) noexcept
    {
        const std::vector<std::string>& names = req.endpoint_->param_names();
        for (std::size_t i = 0; i < req.param_count_; ++i) {
            if (names[i].size() == Size - 1 &&
                __builtin_memcmp(names[i].data(), name, Size - 1) == 0)
                return req.params_[i];
        }
        return {};
    }
    static void set_param_count(request& req, std::size_t count) noexcept
    {
        req.param_count_ = static_cast<std::uint8_t>(count);
    }
    static void* state(const request& req, std::size_t number) noexcept
    {
        return number < req.state_.size() ? req.state_[number] : nullptr;
    }
    static const endpoint* target(const request& req) noexcept { return req.endpoint_; }
    static request_source* source(const request& req) noexcept { return req.source_; }
    static const request_head* head(const request& req) noexcept { return req.head_; }
    static void set_id(request& req, std::string_view id) noexcept { req.id_ = id; }
    /// When the access log saw the request, in ticks of `frevo::clock`.
    static void set_stamp(request& req, std::int64_t ticks) noexcept { req.stamp_ = ticks; }
    static std::int64_t stamp(const request& req) noexcept { return req.stamp_; }
    /// Copies text into the request's memory.
    static std::string_view keep(request& req, std::string_view text);

    static std::uint8_t& chain_at(request& req) noexcept { return req.chain_at_; }

    /// Everything a connection sets when a head is complete.
    struct origin
    {
        const request_head* head;
        const char* base;
        detail::arena* arena;
        request_source* source;
        const boost::asio::any_io_executor* executor;
        std::span<void* const> state;
    };
    static void begin(request& req, const origin& from) noexcept;
    static void end(request& req) noexcept;
};

/// What a request asks its connection; the connection implements it.
class FREVO_API request_source
{
public:
    virtual ~request_source();
    /// The client's address as text; may be empty.
    virtual std::string_view peer() const noexcept = 0;
    /// Why the request was cancelled, if it was.
    virtual cancel_reason cancelled() const noexcept = 0;
    /// The whole body, once it has arrived.
    virtual std::optional<std::string_view> whole() const noexcept = 0;
    /// Waits until the body is whole or cannot become so.
    virtual awaitable<result<std::string_view>> wait() = 0;
    /// Waits for the next piece of the body, see `body_reader`; there is none unless overridden.
    virtual awaitable<std::string_view> read_piece();
    /// Sets the limit of this body.
    virtual void limit_body(std::uint64_t most) noexcept;
    /// The trailer fields that came behind the body.
    virtual fields trailers() const;
};

} // namespace frevo::detail
