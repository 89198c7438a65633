// SPDX-License-Identifier: BSL-1.0
// Calls an application in this process, through the real parser, pipeline and writer; no port, no
// sleep.
#pragma once

#include <frevo/app/app.hpp>
#include <frevo/config.hpp>
#include <frevo/core/method.hpp>
#include <frevo/testing/reply.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frevo::testing {

/// A request to be sent by the client: `call{method::post, "/books"}.body(text,
/// "application/json")`.
class FREVO_COMPONENT_API call
{
public:
    call(frevo::method verb, std::string target)
        : method_(to_string(verb)), target_(std::move(target))
    {}
    /// A method by its token, also one that frevo does not know.
    call(std::string verb, std::string target)
        : method_(std::move(verb)), target_(std::move(target))
    {}

    /// Adds a field line.
    call& header(std::string name, std::string value) &;
    call&& header(std::string name, std::string value) &&;
    /// Sets the body and its media type; adds Content-Length.
    call& body(std::string text, std::string type) &;
    call&& body(std::string text, std::string type) &&;

    /// The request as it is sent.
    std::string bytes() const;

    bool is_head() const noexcept { return method_ == "HEAD"; }

private:
    std::string method_;
    std::string target_;
    std::vector<std::pair<std::string, std::string>> headers_;
    std::string body_;
    bool has_body_ = false;
};

/// Calls an application in this process.
///
/// The bytes of a request go through the same session, router, middleware and writer as in a
/// server, over a stream in memory. A call returns when its answer is complete; handlers that wait
/// are run meanwhile. Threads: the one that made it; `offload` uses threads of its own.
class FREVO_COMPONENT_API client
{
public:
    /// Freezes the application and makes its objects. Errors: `startup_error`, like `app::run`.
    explicit client(frevo::app application);
    ~client();
    client(const client&) = delete;
    client& operator=(const client&) = delete;

    /// Sends a request and returns its answer.
    ///
    /// Errors: throws `std::runtime_error` when the answer is not complete within the time limit,
    /// the connection closes without one, or it is no HTTP.
    reply send(const call& request);

    reply get(std::string target);
    reply head(std::string target);
    reply del(std::string target);
    reply options(std::string target);
    reply post(std::string target, std::string body, std::string type = "application/json");
    reply put(std::string target, std::string body, std::string type = "application/json");
    reply patch(std::string target, std::string body, std::string type = "application/json");

    /// Sends these bytes on a new connection, then the end; returns all that comes back until it
    /// closes.
    std::string send_raw(std::string_view bytes);

    /// Adds a field line to every request from now on.
    client& header(std::string name, std::string value);

    /// Longest real time for one answer. Default: 10 s.
    client& time_limit(std::chrono::milliseconds most) noexcept;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

} // namespace frevo::testing
