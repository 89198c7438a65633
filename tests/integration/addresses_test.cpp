// SPDX-License-Identifier: BSL-1.0
// Listening on addresses of both families, and what clients are called.
#include "support/raw_client.hpp"
#include "support/running_server.hpp"
#include "support/simple_service.hpp"

#include <doctest/doctest.h>

#include <netinet/in.h>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

using namespace frevo;
using namespace frevo::detail;
using frevo::testing::raw_client;

namespace {

bool has_ipv6()
{
    const int made = ::socket(AF_INET6, SOCK_STREAM, 0);
    if (made < 0)
        return false;
    sockaddr_in6 any{};
    any.sin6_family = AF_INET6;
    any.sin6_addr = in6addr_loopback;
    const bool bound = ::bind(made, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0;
    ::close(made);
    if (!bound)
        MESSAGE("no IPv6 here");
    return bound;
}

server_options listening_on(std::string address)
{
    server_options made;
    made.address = std::move(address);
    return made;
}

/// What the system calls the client's end, without its address.
std::string own_port(const raw_client& client)
{
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    REQUIRE(::getsockname(client.native(), reinterpret_cast<sockaddr*>(&own), &size) == 0);
    return std::to_string(ntohs(
        own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                  : reinterpret_cast<const sockaddr_in&>(own).sin_port));
}

struct site : simple_service
{
    site()
    {
        on("/peer", [](request& req) { return response{std::string{req.peer()}}; });
    }
};

} // namespace

TEST_CASE("listening on :: serves clients of both families, each under its own address")
{
    if (!has_ipv6())
        return;
    const site service;
    running_server server{service, listening_on("::")};
    raw_client four{server.port()};
    CHECK(four.fetch("/peer") == "127.0.0.1:" + own_port(four));
    raw_client six = raw_client::over_ipv6(server.port());
    CHECK(six.fetch("/peer") == "[::1]:" + own_port(six));
}

TEST_CASE("listening on an address of one family leaves the other alone")
{
    const site service;
    SUBCASE("::1")
    {
        if (!has_ipv6())
            return;
        running_server server{service, listening_on("::1")};
        raw_client six = raw_client::over_ipv6(server.port());
        CHECK(six.fetch("/peer") == "[::1]:" + own_port(six));
        CHECK_THROWS_AS(raw_client{server.port()}, std::runtime_error);
    }
    SUBCASE("0.0.0.0")
    {
        running_server server{service, listening_on("0.0.0.0")};
        raw_client four{server.port()};
        CHECK(four.fetch("/peer") == "127.0.0.1:" + own_port(four));
        CHECK_THROWS_AS(raw_client::over_ipv6(server.port()), std::runtime_error);
    }
}
