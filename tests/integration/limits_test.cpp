// SPDX-License-Identifier: BSL-1.0
// Servers at the limits of connections and descriptors.
#include "support/child_process.hpp"
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::child_process;
using frevo::testing::raw_client;

namespace {

constexpr std::string_view hello_request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

TEST_CASE("at the limit of connections further ones wait until somebody leaves")
{
    simple_service service;
    std::atomic<int> late{0};
    service.on("/", [](request&) { return response{"hello"}; });
    service.on("/late", [&](request&) {
        ++late;
        return response{"late"};
    });
    server_options options;
    options.max_connections = 2;
    running_server server{service, options};
    raw_client first{server.port()};
    raw_client second{server.port()};
    CHECK(first.fetch("/") == "hello");
    CHECK(second.fetch("/") == "hello");
    raw_client third{server.port()};
    third.send("GET /late HTTP/1.1\r\nHost: a\r\n\r\n");
    // Each of these takes the server once around its loop.
    for (int i = 0; i < 100; ++i)
        CHECK(first.fetch("/") == "hello");
    CHECK(late == 0);
    second.close();
    CHECK(third.read_body() == "late");
    CHECK(first.fetch("/") == "hello");
    server.stop();
}

TEST_CASE("many more clients than the limit are all served in the end")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    server_options options;
    options.max_connections = 3;
    running_server server{service, options};
    std::vector<raw_client> clients;
    for (int i = 0; i < 30; ++i) {
        clients.emplace_back(server.port());
        clients.back().send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }
    for (raw_client& each : clients) {
        CHECK(each.read_body() == "hello");
        each.close();
    }
    server.stop();
}

TEST_CASE("a server without descriptors left pauses, keeps serving and recovers")
{
    child_process server{{FREVO_SERVED_APP, "descriptors=30"}};
    const auto port = static_cast<std::uint16_t>(std::stoul(server.read_line()));
    std::vector<raw_client> clients;
    for (int i = 0; i < 60; ++i)
        clients.emplace_back(port);
    for (raw_client& each : clients)
        each.send(hello_request);
    // Some are served, the others wait in the system's queue.
    int served = 0;
    CHECK(clients[0].read_body() == "hello");
    for (int i = 0; i < 50; ++i)
        CHECK(clients[0].fetch("/") == "hello");
    for (std::size_t i = 1; i < clients.size(); ++i)
        served += clients[i].readable_within(0) ? 1 : 0;
    CHECK(served < 30);
    // As those in front leave, the others come in.
    for (std::size_t i = 1; i < clients.size(); ++i) {
        CHECK(clients[i].read_body() == "hello");
        clients[i].close();
    }
    CHECK(raw_client{port}.fetch("/") == "hello");
    server.signal(SIGTERM);
    clients.clear();
    CHECK(server.wait() == 0);
}
