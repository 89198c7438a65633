// SPDX-License-Identifier: BSL-1.0
// A program run beside the test, with its output read line by line.
#pragma once

#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace frevo::testing {

/// A child process. Killed, if need be, when this object ends.
class child_process
{
public:
    explicit child_process(std::vector<std::string> command)
    {
        int ends[2];
        if (::pipe(ends) != 0)
            throw std::runtime_error{"no pipe"};
        std::vector<char*> arguments;
        for (std::string& each : command)
            arguments.push_back(each.data());
        arguments.push_back(nullptr);
        id_ = ::fork();
        if (id_ < 0)
            throw std::runtime_error{"no child"};
        if (id_ == 0) { // only calls that are safe behind fork
            ::dup2(ends[1], 1);
            ::close(ends[0]);
            ::close(ends[1]);
            ::execv(arguments[0], arguments.data());
            ::_exit(127);
        }
        ::close(ends[1]);
        output_ = ends[0];
    }
    ~child_process()
    {
        if (id_ > 0) {
            ::kill(id_, SIGKILL);
            wait();
        }
        ::close(output_);
    }
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;

    void signal(int number) { ::kill(id_, number); }

    /// The next line that it prints, without its end. Blocks until it is there or the child ends.
    std::string read_line()
    {
        std::string line;
        char c = 0;
        for (;;) {
            const ssize_t got = ::read(output_, &c, 1);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0 || c == '\n')
                return line;
            line += c;
        }
    }

    /// Waits for its end; the exit code, or minus the signal that killed it.
    int wait()
    {
        int how = 0;
        while (::waitpid(id_, &how, 0) < 0 && errno == EINTR) {}
        id_ = -1;
        return WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
    }

private:
    pid_t id_ = -1;
    int output_ = -1;
};

} // namespace frevo::testing
