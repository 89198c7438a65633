// SPDX-License-Identifier: BSL-1.0
// The test client: a worker without threads or sockets.
#include "server/connection.hpp"
#include "server/offload_pool.hpp"
#include "server/worker_context.hpp"
#include "testing/memory_stream.hpp"

#include <frevo/http/timer.hpp>
#include <frevo/testing/client.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace frevo::testing {

call& call::header(std::string name, std::string value) &
{
    headers_.emplace_back(std::move(name), std::move(value));
    return *this;
}

call&& call::header(std::string name, std::string value) &&
{
    return std::move(header(std::move(name), std::move(value)));
}

call& call::body(std::string text, std::string type) &
{
    body_ = std::move(text);
    has_body_ = true;
    return header("Content-Type", std::move(type));
}

call&& call::body(std::string text, std::string type) &&
{
    return std::move(body(std::move(text), std::move(type)));
}

std::string call::bytes() const
{
    std::string made = method_ + ' ' + target_ + " HTTP/1.1\r\nHost: test\r\n";
    for (const auto& [name, value] : headers_)
        made += name + ": " + value + "\r\n";
    if (has_body_)
        made += "Content-Length: " + std::to_string(body_.size()) + "\r\n";
    return made + "\r\n" + body_;
}

struct client::parts
{
    explicit parts(frevo::app made)
        : application((detail::app_access::freeze(made), std::move(made))),
          offload(options().offload_threads, options().offload_queue),
          io(std::make_unique<boost::asio::io_context>(1)),
          work(io->get_executor()),
          context(*io, detail::app_access::target(application), options().limits)
    {
        const with_pool here{offload};
        state = detail::app_access::state(application).make(worker{context.executor, 0});
        context.state = state->slots();
    }

    ~parts()
    {
        const with_pool here{offload};
        context.abort_all();
        offload.stop();
        context.let_go();
        work.reset();
        io->restart();
        io->poll();
        context.let_go(); // handlers that have ended now parked their runners
        state.reset();
        io.reset();
    }

    /// Makes `offload` find the pool while handlers run on this thread.
    struct with_pool
    {
        explicit with_pool(detail::offload_service& pool)
            : before(detail::set_current_offload(&pool))
        {}
        ~with_pool() { detail::set_current_offload(before); }
        with_pool(const with_pool&) = delete;
        with_pool& operator=(const with_pool&) = delete;
        detail::offload_service* before;
    };

    const server_options& options() const { return detail::app_access::options(application); }

    std::shared_ptr<detail::memory_pipe> connect()
    {
        auto pipe = std::make_shared<detail::memory_pipe>();
        auto* made = new detail::connection{
            context, std::make_unique<detail::memory_stream>(context.executor, pipe)};
        made->start();
        return pipe;
    }

    /// Runs handlers until `done()`.
    template <class Done>
    void run_until(Done done)
    {
        const auto until = std::chrono::steady_clock::now() + limit;
        const with_pool here{offload};
        while (!done()) {
            const auto left = until - std::chrono::steady_clock::now();
            if (left.count() <= 0)
                throw std::runtime_error{"the test client got no complete answer in time"};
            io->restart();
            if (io->run_one_for(std::min<std::chrono::nanoseconds>(left, patience)) == 0)
                nudge();
        }
    }

    /// Lets Asio look at its timers: it does not notice by itself that the clock was shifted.
    void nudge()
    {
        auto woken = std::make_shared<frevo::timer>(*io, clock::time_point::min());
        woken->async_wait([woken](boost::system::error_code) {});
    }

    // How long nothing may happen before the timers are looked at.
    static constexpr std::chrono::milliseconds patience{5};

    frevo::app application;
    detail::offload_pool offload;
    std::unique_ptr<boost::asio::io_context> io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
    detail::worker_context context;
    std::unique_ptr<detail::worker_state> state;
    std::vector<std::pair<std::string, std::string>> headers;
    std::chrono::milliseconds limit{10'000};
};

client::client(frevo::app application) : parts_(std::make_unique<parts>(std::move(application))) {}

client::~client() = default;

reply client::send(const call& request)
{
    call complete = request;
    for (const auto& [name, value] : parts_->headers)
        complete.header(name, value);
    const auto pipe = parts_->connect();
    pipe->send(complete.bytes());
    std::optional<reply> got;
    parts_->run_until([&] {
        for (;;) {
            got = reply::take(pipe->received(), request.is_head(), pipe->ended());
            if (!got || static_cast<int>(got->status()) >= 200) // not an interim response
                break;
        }
        if (!got && pipe->ended())
            throw std::runtime_error{"the connection was closed without an answer"};
        return got.has_value();
    });
    pipe->end_sending();
    parts_->run_until([&] { return pipe->closed(); });
    return *std::move(got);
}

reply client::get(std::string target)
{
    return send(call{method::get, std::move(target)});
}

reply client::head(std::string target)
{
    return send(call{method::head, std::move(target)});
}

reply client::del(std::string target)
{
    return send(call{method::delete_, std::move(target)});
}

reply client::options(std::string target)
{
    return send(call{method::options, std::move(target)});
}

reply client::post(std::string target, std::string body, std::string type)
{
    return send(call{method::post, std::move(target)}.body(std::move(body), std::move(type)));
}

reply client::put(std::string target, std::string body, std::string type)
{
    return send(call{method::put, std::move(target)}.body(std::move(body), std::move(type)));
}

reply client::patch(std::string target, std::string body, std::string type)
{
    return send(call{method::patch, std::move(target)}.body(std::move(body), std::move(type)));
}

std::string client::send_raw(std::string_view bytes)
{
    const auto pipe = parts_->connect();
    pipe->send(bytes);
    pipe->end_sending();
    parts_->run_until([&] { return pipe->closed(); });
    return pipe->received();
}

client& client::header(std::string name, std::string value)
{
    parts_->headers.emplace_back(std::move(name), std::move(value));
    return *this;
}

client& client::time_limit(std::chrono::milliseconds most) noexcept
{
    parts_->limit = most;
    return *this;
}

} // namespace frevo::testing
