// SPDX-License-Identifier: BSL-1.0
// What coroutines of an application may hold on to while they wait.
#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

using namespace std::chrono_literals;
using frevo::awaitable;
using frevo::body_writer;
using frevo::next;
using frevo::request;
using frevo::response;
using frevo::status;
using frevo::testing::client;

namespace {

/// Says that it may be called no more when it is gone, which a freed string might not.
class guarded_text
{
public:
    explicit guarded_text(std::string text) : text_(std::move(text)) {}
    const std::string& get() const { return text_; }

private:
    std::string text_;
};

struct waited
{
    std::string text;
};

} // namespace

template <>
struct frevo::extractor<waited>
{
    static awaitable<frevo::result<waited>> from(request& req)
    {
        const std::string_view path = req.path();
        co_await frevo::sleep_for(1ms);
        co_return waited{std::string{path}};
    }
};

TEST_CASE("what coroutines of an application have captured outlives every wait")
{
    frevo::app app;
    {
        const guarded_text x{std::string(64, 'x')};
        const guarded_text y{std::string(64, 'y')};
        const guarded_text z{std::string(64, 'z')};
        app.use([x](request& req, next rest) -> awaitable<response> {
            co_await frevo::sleep_for(1ms);
            response answer = co_await rest(req);
            co_await frevo::sleep_for(1ms);
            answer.header("X-Outer", x.get());
            co_return answer;
        });
        auto group = app.group("/g");
        group.use([y](request& req, next rest) -> awaitable<response> {
            response answer = co_await rest(req);
            co_await frevo::sleep_for(1ms);
            answer.header("X-Inner", y.get());
            co_return answer;
        });
        group.get("/text", [z]() -> awaitable<std::string> {
            co_await frevo::sleep_for(1ms);
            co_return z.get();
        });
        group.get("/extracted", [z](waited at) -> awaitable<std::string> {
            co_await frevo::sleep_for(1ms);
            co_return at.text + z.get();
        });
        group.get("/stream", [z]() -> awaitable<response> {
            co_await frevo::sleep_for(1ms);
            co_return frevo::stream("text/plain", [z](body_writer& out) -> awaitable<void> {
                co_await frevo::sleep_for(1ms);
                co_await out.write(z.get());
                co_await frevo::sleep_for(1ms);
                co_await out.write(z.get());
            });
        });
        group.get("/error", [z]() -> awaitable<std::string> {
            co_await frevo::sleep_for(1ms);
            throw std::out_of_range{z.get()};
        });
        app.on_error([y](const std::out_of_range& error) {
            return response{status::not_found, error.what() + y.get()};
        });
    }
    client c{std::move(app)};
    const std::string x(64, 'x');
    const std::string y(64, 'y');
    const std::string z(64, 'z');
    for (int round = 0; round < 20; ++round) {
        const std::pair<const char*, std::string> expected[] = {
            {"/g/text", z},
            {"/g/extracted", "/g/extracted" + z},
            {"/g/stream", z + z},
            {"/g/error", z + y},
        };
        for (const auto& [path, text] : expected) {
            CAPTURE(path);
            const auto got = c.get(path);
            CHECK(got.text() == text);
            CHECK(got.header("x-outer") == x);
            CHECK(got.header("x-inner") == y);
        }
    }
}

TEST_CASE("views of a request stay its own across waits, with the next request behind it")
{
    frevo::app app;
    app.get("/slow", [](request& req) -> awaitable<std::string> {
        const std::string_view path = req.path();
        const std::string_view query = req.query();
        const std::string_view note = req.header("X-Note").value_or("-");
        co_await frevo::sleep_for(5ms);
        std::string text{path};
        text.append("|").append(query).append("|").append(note).append(";");
        co_return text;
    });
    client c{std::move(app)};
    const std::string all =
        c.send_raw("GET /slow?n=1 HTTP/1.1\r\nHost: a\r\nX-Note: first\r\n\r\n"
                   "GET /slow?number=two HTTP/1.1\r\nHost: a\r\nX-Note: the second\r\n\r\n");
    const std::size_t first = all.find("/slow|n=1|first;");
    REQUIRE(first != std::string::npos);
    CHECK(all.find("/slow|number=two|the second;") > first);
    CHECK(all.find("/slow|number=two|the second;") != std::string::npos);
}
