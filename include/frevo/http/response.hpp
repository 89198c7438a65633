// SPDX-License-Identifier: BSL-1.0
// The answer to a request, as a value with fluent setters.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/fields.hpp>
#include <frevo/core/problem.hpp>
#include <frevo/core/status.hpp>
#include <frevo/http/body.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace frevo {

class response;

/// How a value that a handler returns becomes a response. Specialise it for your own types:
/// `static response from(T value)`.
template <class T>
struct into_response;

/// A type with an `into_response`.
template <class T>
concept answers = requires(T&& value)
{
    {
        into_response<std::remove_cvref_t<T>>::from(std::forward<T>(value))
        } -> std::same_as<response>;
};

/// The answer to a request.
///
/// Date, Content-Length and Connection are added when it is sent. `header` replaces, `add_header`
/// adds a line. Threads: a value.
class FREVO_API response
{
public:
    /// 200 without content.
    response() noexcept = default;

    /// A status without content.
    response(frevo::status code) noexcept : status_(code) {} // NOLINT: implicit on purpose

    /// 200 with text, `text/plain; charset=utf-8`.
    response(std::string text); // NOLINT: implicit on purpose

    /// The same from a string literal, which is not copied.
    template <std::size_t Size>
    response(const char (&literal)[Size]) // NOLINT: implicit on purpose
        : content_type_(plain_text), body_(frevo::body::literal({literal, Size - 1}))
    {}

    /// The problem document. Source: RFC 9457.
    response(const problem& error); // NOLINT: implicit on purpose

    /// A status with text, `text/plain; charset=utf-8`.
    response(frevo::status code, std::string text);

    /// A status with content of your own; set the type with `content_type`.
    response(frevo::status code, frevo::body content) noexcept
        : status_(code), body_(std::move(content))
    {}

    /// A status with any value that has an `into_response`, such as `json{added}`.
    template <answers Value>
    response(frevo::status code, Value&& value)
        : response(into_response<std::remove_cvref_t<Value>>::from(std::forward<Value>(value)))
    {
        status_ = code;
    }

    /// Replaces all lines of this name by one.
    /// Errors: `std::invalid_argument` for a name or value that cannot be sent (CR, LF, NUL).
    response& header(field id, std::string_view value) &;
    response&& header(field id, std::string_view value) &&;
    response& header(std::string_view name, std::string_view value) &;
    response&& header(std::string_view name, std::string_view value) &&;

    /// Adds a line. Errors: as `header`.
    response& add_header(field id, std::string_view value) &;
    response&& add_header(field id, std::string_view value) &&;
    response& add_header(std::string_view name, std::string_view value) &;
    response&& add_header(std::string_view name, std::string_view value) &&;

    /// Sets the media type of the content. Errors: as `header`.
    response& content_type(std::string_view type) &;
    response&& content_type(std::string_view type) &&;

    /// Sets a media type that lives as long as the program; costs no copy.
    response& static_content_type(std::string_view type) & noexcept
    {
        content_type_ = type;
        return *this;
    }

    /// Closes the connection after this answer.
    response& close() &;
    response&& close() &&;

    std::string_view static_content_type() const noexcept { return content_type_; }

    frevo::status status() const noexcept { return status_; }
    response& status(frevo::status code) & noexcept
    {
        status_ = code;
        return *this;
    }
    response&& status(frevo::status code) && noexcept { return std::move(status(code)); }

    /// The media type, or an empty text. Lifetime: until the response changes.
    std::string_view content_type() const noexcept;

    const frevo::fields& headers() const noexcept { return fields_; }
    frevo::fields& headers() noexcept { return fields_; }

    const frevo::body& body() const noexcept { return body_; }
    frevo::body& body() noexcept { return body_; }
    response& body(frevo::body content) & noexcept
    {
        body_ = std::move(content);
        return *this;
    }
    response&& body(frevo::body content) && noexcept { return std::move(body(std::move(content))); }

    /// `text/plain; charset=utf-8`.
    static constexpr std::string_view plain_text = "text/plain; charset=utf-8";

private:
    frevo::status status_ = frevo::status::ok;
    std::string_view content_type_; // static storage; one set by `content_type` stands in fields_
    frevo::fields fields_;
    frevo::body body_;
};

/// A response whose content is made while it is sent: 200, in chunks to HTTP/1.1 clients, up to the
/// end of the connection to HTTP/1.0 ones.
///
///     return frevo::stream("text/plain", [](frevo::body_writer& out) -> frevo::awaitable<void> {
///         co_await out.write("one\n");
///         co_await out.write("two\n");
///     });
///
/// The function is called after all middleware has seen the response, and not at all for HEAD. What
/// it has captured, and the request, live until it ends. The handler's time limit does not count
/// while it runs; `limits::write_timeout` and `limits::send_rate` hold for clients that do not
/// read. When it throws, the log tells, and the connection ends without the content's end, so that
/// the client knows. Source: RFC 9112 section 7.1.
FREVO_API response stream(std::string_view content_type, body_producer producer);

/// The same for content whose size is known: it is announced as Content-Length. Writing more throws
/// `std::length_error`; writing less ends the connection.
FREVO_API response
stream(std::string_view content_type, std::uint64_t size, body_producer producer);

} // namespace frevo
