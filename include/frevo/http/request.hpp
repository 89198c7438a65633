// SPDX-License-Identifier: BSL-1.0
// What a handler may ask about a request.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/fields.hpp>
#include <frevo/core/method.hpp>
#include <frevo/core/result.hpp>
#include <frevo/http/awaitable.hpp>
#include <frevo/http/cancel_reason.hpp>
#include <frevo/http/locals.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace frevo {

namespace detail {

struct request_head;
struct request_access;
class arena;
class request_source;
class endpoint;

} // namespace detail

/// A request as a handler or a middleware sees it.
///
/// Lifetime: everything reachable from it lives until the answer has been sent, across any
/// `co_await`. What must live longer has to be copied. Threads: belongs to its worker.
class FREVO_API request
{
public:
    /// Most path parameters a pattern may have.
    static constexpr std::size_t max_params = 16;

    request() noexcept;
    ~request();
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    /// The method. Source: RFC 9110 section 9.
    frevo::method method() const noexcept;
    /// The target as it was sent. Source: RFC 9112 section 3.2.
    std::string_view target() const noexcept;
    /// The path of the target, not decoded; at least "/".
    std::string_view path() const noexcept;
    /// The query of the target, not decoded, without the question mark.
    std::string_view query() const noexcept;
    /// The host and port the client asked for: of an absolute target, else of Host. May be empty
    /// (HTTP/1.0).
    std::string_view host() const noexcept;
    /// 10 for HTTP/1.0, 11 for HTTP/1.1.
    int version() const noexcept;

    /// All field lines in order of arrival.
    fields_view headers() const noexcept;
    /// The first value of a field, or nothing. Names compare without regard to case.
    std::optional<std::string_view> header(field id) const noexcept;
    std::optional<std::string_view> header(std::string_view name) const noexcept;

    /// The decoded value of the first query parameter with this name; nothing when absent.
    /// Errors: a problem (400) for a broken escape or invalid UTF-8.
    result<std::optional<std::string_view>> query(std::string_view name);

    /// The decoded value of a path parameter.
    /// Errors: a problem (400) for a broken escape, `%00` or invalid UTF-8; nothing for a name the
    /// route lacks.
    result<std::optional<std::string_view>> param(std::string_view name);

    /// The pattern that matched ("/books/{id}"), or an empty text for 404 and the like.
    std::string_view matched_route() const noexcept;

    /// The body, when all of it has arrived; else what `read_body` has to wait for is missing:
    /// nothing.
    std::optional<std::string_view> body() const noexcept;

    /// Waits for the whole body.
    ///
    /// Errors: a problem, 413 over the route's limit, 408 when the body stalls.
    /// Cancels: with `operation_aborted`. Cost: does not wait when the body has arrived.
    awaitable<result<std::string_view>> read_body();

    /// Most bytes read_body() takes on this route.
    std::uint64_t body_limit() const noexcept;

    /// Values that middleware hands on.
    frevo::locals& locals() noexcept { return locals_; }
    const frevo::locals& locals() const noexcept { return locals_; }

    /// The identifier of this request: set by the `request_id` middleware, else empty.
    std::string_view id() const noexcept { return id_; }

    /// Why this request was cancelled; `cancel_reason::none` as long as somebody waits for its
    /// answer. A handler that catches `operation_aborted` may ask.
    cancel_reason cancelled() const noexcept;

    /// The client's address as text ("127.0.0.1:53211"). Empty in the in-process test client.
    std::string_view peer() const noexcept;

    /// The executor of the worker that this request belongs to.
    const boost::asio::any_io_executor& executor() const noexcept { return *executor_; }

private:
    friend struct detail::request_access;

    const detail::request_head* head_ = nullptr;
    const char* base_ = nullptr; // of the head's offsets
    detail::arena* arena_ = nullptr;
    detail::request_source* source_ = nullptr;
    const detail::endpoint* endpoint_ = nullptr;
    const boost::asio::any_io_executor* executor_ = nullptr;
    std::span<void* const> state_; // by detail::type_number
    std::string_view id_;
    frevo::locals locals_;
    std::array<std::string_view, max_params> params_; // raw, in the order of the pattern
    std::int64_t stamp_ = 0; // when the access log saw it, in ticks of frevo::clock
    std::uint8_t param_count_ = 0;
    std::uint8_t chain_at_ = 0; // how far the middleware chain has been entered
};

} // namespace frevo
