// SPDX-License-Identifier: BSL-1.0
// The yardstick: what a file costs that includes the libraries themselves.

#include <boost/asio.hpp>

#include <nlohmann/json.hpp>

int main() {}
