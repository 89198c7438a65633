// SPDX-License-Identifier: BSL-1.0
// A worker's life: start, serve, drain, end.
#include "server/worker_thread.hpp"

#include <frevo/core/log.hpp>

#include <boost/asio/post.hpp>

#include <utility>

namespace frevo::detail {

namespace {

// How often a draining worker looks whether everything has ended.
constexpr std::chrono::milliseconds drain_poll{10};
// How long cancelled handlers have to end.
constexpr std::chrono::milliseconds force_time{1'000};

} // namespace

worker_thread::worker_thread(server_shared& shared, std::size_t index)
    : shared_(shared),
      index_(index),
      io_(std::make_unique<boost::asio::io_context>(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO)),
      work_(io_->get_executor()),
      context_(*io_, shared.target, shared.options.limits),
      drain_timer_(std::in_place, *io_)
{}

worker_thread::~worker_thread()
{
    // Handlers end while what they use is still there: first by being cancelled, the rest with the
    // io_context. The context's pools come last, since their coroutines use them.
    if (listener_)
        listener_->close();
    context_.abort_all();
    context_.let_go();
    work_.reset();
    io_->restart();
    io_->poll();
    context_.let_go(); // handlers that have ended now parked their runners
    listener_.reset();
    drain_timer_.reset();
    state_.reset();
    io_.reset();
}

void worker_thread::listen_on(boost::asio::ip::tcp::acceptor acceptor)
{
    listener_.emplace(
        *io_, std::move(acceptor), context_, shared_.open_connections,
        shared_.options.max_connections);
}

void worker_thread::run() noexcept
{
    offload_service* before = set_current_offload(&shared_.offload);
    try {
        state_ = shared_.state.make(worker{context_.executor, index_});
        context_.state = state_->slots();
        if (listener_)
            listener_->start();
        io_->run();
    } catch (...) {
        failure_ = std::current_exception();
        shared_.stop_all();
    }
    set_current_offload(before);
}

void worker_thread::stop()
{
    boost::asio::post(*io_, [this] {
        if (std::exchange(draining_, true))
            force();
        else
            begin_drain();
    });
}

void worker_thread::begin_drain()
{
    if (listener_)
        listener_->stop();
    context_.drain(shared_.options.drain_idle_grace);
    drain_until_ = clock::now() + shared_.options.drain_timeout;
    end_when_empty();
}

void worker_thread::force()
{
    forced_ = true;
    drain_until_ = clock::now() + force_time;
    context_.abort_all();
}

/// Ends the io_context once no connection and no handler is left.
void worker_thread::end_when_empty()
{
    if (context_.connection_count() == 0 && context_.exchanges.in_use() == 0) {
        io_->stop();
        return;
    }
    if (clock::now() >= drain_until_) {
        if (forced_) {
            log(log_level::warning, "handlers that do not stop are given up",
                {{"count", context_.exchanges.in_use()}});
            io_->stop();
            return;
        }
        force();
    }
    drain_timer_->expires_after(drain_poll);
    drain_timer_->async_wait([this](boost::system::error_code) { end_when_empty(); });
}

} // namespace frevo::detail
