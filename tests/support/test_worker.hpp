// SPDX-License-Identifier: BSL-1.0
// A worker without a thread or sockets: connections over memory, time moved by hand.
#pragma once

#include "server/connection.hpp"
#include "server/worker_context.hpp"
#include "support/simple_service.hpp"
#include "testing/memory_stream.hpp"

#include <frevo/http/timer.hpp>
#include <frevo/testing/reply.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// Limits whose deadlines no slow machine reaches by itself; tests move the clock past them.
inline limits patient_limits()
{
    using std::chrono::hours;
    limits made;
    made.head_timeout = hours{1};
    made.body_timeout = hours{2};
    made.handler_timeout = hours{3};
    made.write_timeout = hours{4};
    made.keep_alive_timeout = hours{5};
    made.half_close_grace = hours{6};
    made.receive_rate = made.send_rate = 0;
    return made;
}

/// A worker whose events are run by the test.
class test_worker
{
public:
    explicit test_worker(const service& target, const limits& bounds = patient_limits())
        : io_(std::make_unique<boost::asio::io_context>(1)), context_(*io_, target, bounds)
    {}

    ~test_worker()
    {
        context_.abort_all();
        context_.let_go();
        poll();
        context_.let_go(); // handlers that ended just now have parked their runners
        io_.reset();
    }

    test_worker(const test_worker&) = delete;
    test_worker& operator=(const test_worker&) = delete;

    worker_context& context() noexcept { return context_; }
    boost::asio::io_context& io() noexcept { return *io_; }

    /// Opens a connection; the server has not seen anything of it before run().
    std::shared_ptr<memory_pipe> connect(std::string_view bytes = {})
    {
        auto pipe = std::make_shared<memory_pipe>();
        open(pipe);
        if (!bytes.empty())
            pipe->send(bytes);
        return pipe;
    }

    /// Opens a connection over a pipe that was told how to behave.
    void open(const std::shared_ptr<memory_pipe>& pipe)
    {
        auto* made =
            new connection{context_, std::make_unique<memory_stream>(context_.executor, pipe)};
        made->start();
    }

    /// Runs whatever is ready, until nothing is.
    void run() { poll(); }

    /// Moves the clock and runs what has become due.
    void advance(clock::duration forward)
    {
        clock::shift(forward);
        // Timers that wait already are looked at again only when an earlier one is set.
        frevo::timer nudge{*io_};
        nudge.expires_at(clock::time_point::min());
        nudge.async_wait([](boost::system::error_code) {});
        poll();
    }

    /// Whether no connection and no request is left.
    bool empty() const noexcept
    {
        return context_.connection_count() == 0 && context_.exchanges.in_use() == 0;
    }

private:
    void poll()
    {
        io_->restart();
        io_->poll();
    }

    std::unique_ptr<boost::asio::io_context> io_;
    worker_context context_;
};

/// Takes all complete answers out of what was received.
inline std::vector<frevo::testing::reply> take_replies(memory_pipe& pipe)
{
    std::vector<frevo::testing::reply> all;
    while (auto next = frevo::testing::reply::take(pipe.received(), false, pipe.ended()))
        all.push_back(*std::move(next));
    return all;
}

/// Takes one answer; fails the test by an exception when there is none.
inline frevo::testing::reply take_reply(memory_pipe& pipe, bool to_head = false)
{
    return frevo::testing::reply::take(pipe.received(), to_head, pipe.ended()).value();
}

/// A GET without anything special.
inline std::string get(std::string_view target, std::string_view more_fields = {})
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{more_fields} +
           "\r\n";
}

/// A POST with a body of known length.
inline std::string
post(std::string_view target, std::string_view body, std::string_view more_fields = {})
{
    return "POST " + std::string{target} +
           " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
           std::string{more_fields} + "\r\n" + std::string{body};
}

/// A request whose last bytes are missing.
inline std::string without_end(std::string request, std::size_t missing)
{
    request.resize(request.size() - missing);
    return request;
}

} // namespace frevo::detail
