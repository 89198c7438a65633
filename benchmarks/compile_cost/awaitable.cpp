// SPDX-License-Identifier: BSL-1.0
// The floor: the two Asio headers that frevo's interface is made of, and one trivial coroutine.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

boost::asio::awaitable<int> answer()
{
    co_return 42;
}

int main() {}
