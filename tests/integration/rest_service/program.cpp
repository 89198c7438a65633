// SPDX-License-Identifier: BSL-1.0
// Processes, pipes and sockets of the tests.
#include "program.hpp"

#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>
#include <optional>
#include <spawn.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace rest_service {

program::program(std::vector<std::string> arguments)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        throw std::runtime_error{"no pipe"};
    arguments.insert(arguments.begin(), REST_SERVICE_PROGRAM);
    std::vector<char*> pointers;
    for (std::string& each : arguments)
        pointers.push_back(each.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int failed =
        posix_spawn(&process_, pointers[0], &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = ends[0];
    if (failed != 0)
        throw std::runtime_error{"cannot start " + arguments[0]};
}

program::~program()
{
    if (process_ > 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    close(output_);
}

bool program::fill()
{
    std::array<char, 4096> block;
    const ssize_t size = read(output_, block.data(), block.size());
    if (size <= 0)
        return false;
    read_.append(block.data(), static_cast<std::size_t>(size));
    return true;
}

std::string program::line()
{
    while (read_.find('\n') == std::string::npos && fill()) {}
    const std::size_t end = std::min(read_.find('\n'), read_.size());
    std::string first = read_.substr(0, end);
    read_.erase(0, end + 1);
    return first;
}

ending program::finish(int signal)
{
    if (signal != 0)
        kill(process_, signal);
    while (fill()) {}
    int how = 0;
    waitpid(process_, &how, 0);
    process_ = -1;
    return {WIFEXITED(how) ? WEXITSTATUS(how) : -1, std::move(read_)};
}

running_service::running_service(const std::string& database, int threads)
    : program_({"--port", "0", "--threads", std::to_string(threads), "--database", database})
{
    // "Serving <file> on http://127.0.0.1:40001", among lines of the log.
    std::string line = program_.line();
    while (!line.empty() && !line.starts_with("Serving "))
        line = program_.line();
    port_ = static_cast<std::uint16_t>(std::stoi(line.substr(line.rfind(':') + 1)));
}

connection::connection(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0))
{
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        throw std::runtime_error{"cannot connect"};
}

connection::~connection()
{
    close(socket_);
}

frevo::testing::reply connection::send(const frevo::testing::call& request)
{
    const std::string bytes = request.bytes();
    if (::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size()))
        throw std::runtime_error{"cannot send"};
    for (;;) {
        if (auto got = frevo::testing::reply::take(read_, request.is_head(), false))
            return *std::move(got);
        std::array<char, 4096> block;
        const ssize_t size = recv(socket_, block.data(), block.size(), 0);
        if (size <= 0)
            throw std::runtime_error{"the connection ended before the answer"};
        read_.append(block.data(), static_cast<std::size_t>(size));
    }
}

} // namespace rest_service
