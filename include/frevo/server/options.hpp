// SPDX-License-Identifier: BSL-1.0
// How a server listens and what it allows.
#pragma once

#include <frevo/core/limits.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace frevo {

/// How a server listens and what it allows.
struct server_options
{
    /// Address to listen on; a numeric IPv4 or IPv6 address.
    /// Default: 127.0.0.1, so that nothing is open to the network by accident.
    std::string address = "127.0.0.1";

    /// Port to listen on; 0 lets the system choose, see `app::port`. Default: 8080.
    std::uint16_t port = 8080;

    /// Worker threads, each with its own io_context and its own listening socket; 0 means one per
    /// core. Default: 1.
    std::size_t threads = 1;

    /// Length of the queue of connections that the system has accepted but frevo has not. Default:
    /// 1024.
    int backlog = 1024;

    /// Lets other processes listen on the same port. Default: off, so that a second copy says
    /// "address in use".
    bool share_port = false;

    /// Whether SIGINT and SIGTERM drain the server. Default: on.
    bool handle_signals = true;

    /// How long draining may take before what is left is cancelled. Default: 10 s.
    std::chrono::milliseconds drain_timeout{10'000};

    /// How long an idle connection stays open after draining began, so that a request that is
    /// already on its way is answered and not lost. Default: 250 ms.
    std::chrono::milliseconds drain_idle_grace{250};

    /// Most open connections over all workers; beyond it accepting pauses. Default: 10 000.
    std::size_t max_connections = 10'000;

    /// Threads for `offload`. Default: 4.
    std::size_t offload_threads = 4;

    /// Most jobs waiting for an offload thread; beyond it `offload` throws a 503 problem. Default:
    /// 1024.
    std::size_t offload_queue = 1024;

    /// Limits of every connection.
    frevo::limits limits{};
};

} // namespace frevo
