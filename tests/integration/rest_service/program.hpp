// SPDX-License-Identifier: BSL-1.0
// Runs the example rest_service as a process of its own and calls it over a real socket.
#pragma once

#include <frevo/testing/client.hpp>
#include <frevo/testing/reply.hpp>

#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace rest_service {

/// How a process ended, and what it had to say.
struct ending
{
    int code = -1; ///< exit code; -1 when a signal ended it
    std::string output;
};

/// A running program; killed at the end if it still runs.
class program
{
public:
    explicit program(std::vector<std::string> arguments);
    program(const program&) = delete;
    program& operator=(const program&) = delete;
    ~program();

    /// The next line of its output, or what is left of it.
    std::string line();

    /// Sends the signal, or 0 for none, and waits for the end.
    ending finish(int signal);

private:
    bool fill();

    pid_t process_ = -1;
    int output_ = -1;
    std::string read_;
};

/// One that serves; it has chosen its port when the constructor returns.
class running_service
{
public:
    explicit running_service(const std::string& database, int threads = 2);

    std::uint16_t port() const noexcept { return port_; }
    ending finish(int signal) { return program_.finish(signal); }

private:
    program program_;
    std::uint16_t port_ = 0;
};

/// A connection over which requests are sent one after the other.
class connection
{
public:
    explicit connection(std::uint16_t port);
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;
    ~connection();

    frevo::testing::reply send(const frevo::testing::call& request);

private:
    int socket_ = -1;
    std::string read_;
};

} // namespace rest_service
