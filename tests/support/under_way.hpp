// SPDX-License-Identifier: BSL-1.0
// What tests of servers in other threads share: a request, a count of handlers, and waiting for it.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

namespace frevo::testing {

inline std::string request_for(std::string_view target)
{
    return "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n\r\n";
}

/// Counts the coroutines that are under way, for any thread to look at.
class under_way
{
public:
    explicit under_way(std::atomic<int>& count) : count_(count) { ++count_; }
    ~under_way() { --count_; }
    under_way(const under_way&) = delete;
    under_way& operator=(const under_way&) = delete;

private:
    std::atomic<int>& count_;
};

/// Waits for other threads; a test that waits too long is ended by CTest.
template <class Condition>
void wait_until(Condition condition)
{
    while (!condition())
        std::this_thread::yield();
}

} // namespace frevo::testing
