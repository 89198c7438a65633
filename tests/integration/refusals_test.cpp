// SPDX-License-Identifier: BSL-1.0
// Heads beyond every limit: the client hears why, although most of what it sends is never used.
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::raw_client;

TEST_CASE("a client whose head is far beyond the limits reads the refusal to its end")
{
    simple_service service;
    service.on("/", [](request&) { return response{"hello"}; });
    running_server server{service};
    std::string request = "GET / HTTP/1.1\r\nHost: a\r\n";
    std::string expected = "HTTP/1.1 431 ";
    SUBCASE("by many fields")
    {
        for (int i = 0; i < 100'000; ++i)
            request += "X-" + std::to_string(i) + ": v\r\n";
    }
    SUBCASE("by a long field")
    {
        request += "X-Long: " + std::string(1'000'000, 'v') + "\r\n";
    }
    SUBCASE("by a long target")
    {
        request = "GET /" + std::string(1'000'000, 'a') + " HTTP/1.1\r\nHost: a\r\n";
        expected = "HTTP/1.1 414 ";
    }
    request += "\r\n";
    raw_client client{server.port()};
    std::thread sender{[&] { client.try_send(request); }};
    const std::string answer = client.read_answer();
    CHECK(answer.starts_with(expected));
    CHECK(answer.find("\r\nConnection: close\r\n") != std::string::npos);
    CHECK(answer.ends_with("}"));
    CHECK(client.read_answer().empty());
    sender.join();
    CHECK(raw_client{server.port()}.fetch("/") == "hello");
}
