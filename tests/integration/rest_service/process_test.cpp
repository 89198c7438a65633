// SPDX-License-Identifier: BSL-1.0
// The example rest_service as a process: sockets, signals, crashes and bad starts.
#include "program.hpp"
#include "tracker.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace rest_service;
using frevo::method;
using frevo::testing::call;

namespace {

call post(const std::string& list, const std::string& text)
{
    return call{method::post, list}.body(text, "application/json");
}

} // namespace

TEST_CASE("the program serves, and SIGTERM ends it well")
{
    const temporary_folder folder;
    running_service service{folder.file("tracker.db")};
    {
        connection client{service.port()};
        CHECK(client.send(call{method::get, "/tasks"}).text() == R"({"items":[],"next":null})");
        CHECK(client.send(call{method::get, "/readyz"}).status() == status::ok);
    }
    CHECK(service.finish(SIGTERM).code == 0);
}

TEST_CASE("what was answered survives kill -9 and a restart")
{
    const temporary_folder folder;
    constexpr int count = 20;
    {
        running_service service{folder.file("tracker.db")};
        connection client{service.port()};
        REQUIRE(client.send(post("/projects", R"({"name":"Garden"})")).status() == status::created);
        for (int i = 0; i < count; ++i) {
            const reply made = client.send(post("/tasks", R"({"project":1,"title":"Dig"})"));
            REQUIRE(made.status() == status::created);
        }
        CHECK(service.finish(SIGKILL).code == -1);
    }
    running_service service{folder.file("tracker.db")};
    connection client{service.port()};
    const reply got = client.send(call{method::get, "/projects/1/summary"});
    CHECK(document::parse(got.text())["total"] == count);
}

TEST_CASE("writers and readers on many connections do not disturb each other")
{
    const temporary_folder folder;
    running_service service{folder.file("tracker.db")};
    {
        connection client{service.port()};
        client.send(post("/projects", R"({"name":"Garden"})"));
    }
    constexpr int writers = 4;
    constexpr int each = 25;
    std::atomic<int> made = 0;
    std::atomic<int> read = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < writers; ++i) {
        threads.emplace_back([&] {
            connection client{service.port()};
            for (int n = 0; n < each; ++n) {
                const reply answer = client.send(post("/tasks", R"({"project":1,"title":"Dig"})"));
                made += answer.status() == status::created ? 1 : 0;
            }
        });
        threads.emplace_back([&] {
            connection client{service.port()};
            for (int n = 0; n < each; ++n) {
                const reply answer = client.send(call{method::get, "/tasks?limit=5"});
                read += answer.status() == status::ok ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(made == writers * each);
    CHECK(read == writers * each);
    connection client{service.port()};
    const reply got = client.send(call{method::get, "/summary"});
    CHECK(document::parse(got.text())["total"] == writers * each);
}

TEST_CASE("a write that waits for another program holds up nobody else")
{
    const temporary_folder folder;
    running_service service{folder.file("tracker.db"), 1};
    tracker::sqlite::connection other{folder.file("tracker.db")};
    other.run("BEGIN IMMEDIATE");
    std::thread writer{[&] {
        connection client{service.port()};
        CHECK(client.send(post("/projects", R"({"name":"Garden"})")).status() == status::created);
    }};
    connection client{service.port()};
    for (int i = 0; i < 10; ++i) {
        CHECK(client.send(call{method::get, "/healthz"}).status() == status::ok);
        CHECK(client.send(call{method::get, "/tasks"}).status() == status::ok);
    }
    other.run("COMMIT");
    writer.join();
}

TEST_CASE("a port in use is said in one line")
{
    const temporary_folder folder;
    const running_service first{folder.file("a.db")};
    program second{
        {"--port", std::to_string(first.port()), "--threads", "2", "--database",
         folder.file("b.db")}};
    const ending end = second.finish(0);
    CHECK(end.code == 1);
    CHECK(
        end.output == "rest_service: cannot listen on 127.0.0.1:" + std::to_string(first.port()) +
                          ": Address already in use\n");
}

TEST_CASE("a database that cannot be opened is said in one line")
{
    const temporary_folder folder;
    program failed{{"--port", "0", "--database", folder.file("no/such/folder.db")}};
    const ending end = failed.finish(0);
    CHECK(end.code == 1);
    CHECK(
        end.output == "rest_service: cannot use the database " + folder.file("no/such/folder.db") +
                          ": unable to open database file\n");
}

TEST_CASE("wrong options end the program with 2")
{
    const ending wrong = program{{"--port", "many"}}.finish(0);
    CHECK(wrong.code == 2);
    CHECK(
        wrong.output == "rest_service: --port takes a number from 0 to 65535, not \"many\". Try "
                        "\"rest_service --help\".\n");
    const ending help = program{{"--help"}}.finish(0);
    CHECK(help.code == 0);
    CHECK(help.output.find("--database") != std::string::npos);
}
