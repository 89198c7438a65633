// SPDX-License-Identifier: BSL-1.0
// Servers in a process of their own that are told to end while they are at work.
#include "support/child_process.hpp"
#include "support/raw_client.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

using frevo::testing::child_process;
using frevo::testing::raw_client;

namespace {

std::uint16_t port_of(child_process& server)
{
    return static_cast<std::uint16_t>(std::stoul(server.read_line()));
}

/// What clients have seen.
struct tally
{
    std::atomic<long> answered{0};   // complete answers
    std::atomic<long> unanswered{0}; // requests on a connection in use that got none
    std::atomic<long> broken{0};     // answers that are not what they should be
};

constexpr std::string_view hello_request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/// Uses one connection until it ends. `batch`: requests sent at once; `rounds`: batches at most.
void use(raw_client& client, std::string_view target, int batch, int rounds, tally& seen)
{
    const std::string end = std::string{"\r\n\r\n"} + (target == "/" ? "hello" : "slow");
    std::string requests;
    for (int i = 0; i < batch; ++i)
        requests += "GET " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n\r\n";
    long answers = 0;
    try {
        for (int round = 0; round < rounds; ++round) {
            client.send(requests);
            for (int i = 0; i < batch; ++i) {
                const std::string answer = client.read_answer();
                if (answer.empty())
                    throw std::runtime_error{"no answer"};
                ++answers;
                ++seen.answered;
                if (!answer.ends_with(end))
                    ++seen.broken;
                if (answer.find("Connection: close") != std::string::npos) {
                    seen.unanswered += batch - 1 - i; // they were sent together, so it has them all
                    return;
                }
            }
        }
    } catch (const std::exception&) {
        // One that has never been answered may have come too late to be accepted.
        if (answers != 0)
            ++seen.unanswered;
    }
}

/// Connects again and again, as long as somebody listens.
void load(std::uint16_t port, std::string_view target, int batch, int rounds, tally& seen)
{
    try {
        for (;;) {
            raw_client client{port};
            use(client, target, batch, rounds, seen);
        }
    } catch (const std::exception&) { // refused
    }
}

} // namespace

TEST_CASE("SIGTERM and SIGINT under load: what was received is answered, the exit code is 0")
{
    for (const int number : {SIGTERM, SIGINT}) {
        for (const char* threads : {"threads=1", "threads=2"}) {
            CAPTURE(number);
            CAPTURE(threads);
            child_process server{{FREVO_SERVED_APP, threads, "grace=20000"}};
            const std::uint16_t port = port_of(server);
            tally seen;
            std::vector<std::thread> clients;
            clients.emplace_back([&] { load(port, "/", 1, 1'000'000, seen); });
            clients.emplace_back([&] { load(port, "/slow", 1, 1'000'000, seen); });
            clients.emplace_back([&] { load(port, "/", 16, 1'000'000, seen); });
            clients.emplace_back([&] { load(port, "/", 1, 1, seen); }); // short-lived connections
            clients.emplace_back([&] { load(port, "/slow", 1, 2, seen); });
            while (seen.answered < 500)
                std::this_thread::yield();
            server.signal(number);
            const std::string handled = server.read_line();
            CHECK(server.wait() == 0);
            for (std::thread& each : clients)
                each.join();
            CHECK(std::to_string(seen.answered) == handled); // each one handled came through
            CHECK(seen.unanswered == 0);
            CHECK(seen.broken == 0);
        }
    }
}

TEST_CASE("SIGTERM ends an idle server, with and without idle connections")
{
    child_process server{{FREVO_SERVED_APP, "threads=2"}};
    const std::uint16_t port = port_of(server);
    SUBCASE("without")
    {
        server.signal(SIGTERM);
        CHECK(server.read_line() == "0");
    }
    SUBCASE("with")
    {
        raw_client used{port};
        raw_client silent{port};
        CHECK(used.fetch("/") == "hello");
        server.signal(SIGTERM);
        CHECK(used.read_all().empty());
        CHECK(silent.read_all().empty());
        CHECK(server.read_line() == "1");
    }
    CHECK(server.wait() == 0);
}

TEST_CASE("a request that comes shortly after SIGTERM on an open connection is answered")
{
    child_process server{{FREVO_SERVED_APP, "grace=60000"}};
    const std::uint16_t port = port_of(server);
    raw_client client{port};
    CHECK(client.fetch("/") == "hello");
    raw_client witness{port};
    CHECK(witness.fetch("/") == "hello");
    server.signal(SIGTERM);
    // Draining has begun when the port is closed.
    for (bool refused = false; !refused;) {
        try {
            const raw_client probe{port};
        } catch (const std::exception&) {
            refused = true;
        }
    }
    client.send(hello_request);
    const std::string answer = client.read_answer();
    CHECK(answer.ends_with("hello"));
    CHECK(answer.find("Connection: close") != std::string::npos);
    witness.close();
    CHECK(server.wait() == 0);
}

TEST_CASE("a handler may stop its application and is answered")
{
    child_process server{{FREVO_SERVED_APP, "threads=2"}};
    raw_client client{port_of(server)};
    CHECK(client.fetch("/stop") == "stopping");
    CHECK(server.read_line() == "1");
    CHECK(server.wait() == 0);
}
