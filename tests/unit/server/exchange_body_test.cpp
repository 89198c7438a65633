// SPDX-License-Identifier: BSL-1.0
// Tests of bodies that are read piece by piece.
#include "server/connection.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <frevo/http/body_reader.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

std::string chunked(std::string_view target, std::string_view content, std::string_view more = {})
{
    return "POST " + std::string{target} +
           " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n" + std::string{more} + "\r\n" +
           std::string{content};
}

/// Reads bodies in pieces and remembers them.
struct reading_site
{
    reading_site()
    {
        service.on_waiting("/read", [this](request& req) -> awaitable<response> {
            body_reader body{req};
            if (limit != 0)
                body.limit(limit);
            pieces.clear();
            for (;;) {
                const std::string_view piece = co_await body.read();
                if (piece.empty())
                    break;
                pieces.emplace_back(piece);
                if (pieces.size() == stop_after)
                    co_return response{"enough"};
                co_await door.wait();
                CHECK(pieces.back() == piece); // the view lives until the next read
            }
            CHECK((co_await body.read()).empty()); // and stays at the end
            std::string text = std::to_string(joined().size());
            trailers.clear();
            body.trailers().for_each([this](std::string_view name, std::string_view value) {
                trailers.append(name).append("=").append(value).append(";");
            });
            co_return response{std::move(text)};
        });
        service.on("/", [](request&) { return response{"next"}; });
        door.open();
    }

    std::string joined() const
    {
        std::string all;
        for (const std::string& each : pieces)
            all += each;
        return all;
    }

    gate door;
    simple_service service;
    std::vector<std::string> pieces;
    std::string trailers;
    std::uint64_t limit = 0;
    std::size_t stop_after = 0;
};

} // namespace

TEST_CASE("a body is read in pieces, however it comes, and the next request follows")
{
    reading_site site;
    test_worker worker{site.service};
    const std::string text = "hello, world";
    std::string request_bytes;
    SUBCASE("of known length")
    {
        request_bytes = post("/read", text);
    }
    SUBCASE("chunked")
    {
        request_bytes = chunked("/read", "5\r\nhello\r\n7;a=b\r\n, world\r\n0\r\n\r\n");
    }
    SUBCASE("of many small chunks")
    {
        std::string content;
        for (const char c : text)
            content.append("1\r\n").append(1, c).append("\r\n");
        request_bytes = chunked("/read", content + "0\r\n\r\n");
    }
    const std::string all = request_bytes + get("/");
    for (std::size_t cut = 1; cut < all.size(); ++cut) {
        CAPTURE(cut);
        const auto pipe = worker.connect(all.substr(0, cut));
        worker.run();
        pipe->send(all.substr(cut));
        worker.run();
        const auto got = take_replies(*pipe);
        REQUIRE(got.size() == 2);
        CHECK(got[0].text() == std::to_string(text.size()));
        CHECK(site.joined() == text);
        CHECK(got[1].text() == "next");
    }
    const auto pipe = std::make_shared<memory_pipe>();
    pipe->read_size = 1;
    worker.open(pipe);
    pipe->send(all);
    for (std::size_t i = 0; i < 40; ++i)
        worker.run();
    CHECK(take_replies(*pipe).size() == 2);
    CHECK(site.joined() == text);
}

TEST_CASE("a body of no bytes ends at once")
{
    reading_site site;
    test_worker worker{site.service};
    for (const std::string& bytes :
         {get("/read"), post("/read", ""), chunked("/read", "0\r\n\r\n")}) {
        const auto pipe = worker.connect(bytes);
        worker.run();
        CHECK(take_reply(*pipe).text() == "0");
        CHECK(site.pieces.empty());
    }
}

TEST_CASE("a handler that does not read holds up its client, not the server's memory")
{
    reading_site site;
    site.limit = 100'000'000;
    site.door.close();
    test_worker worker{site.service};
    const auto pipe = worker.connect(post("/read", std::string(10'000'000, 'x')));
    worker.run();
    CHECK(site.pieces.size() == 1);
    CHECK(site.joined().size() <= worker.context().blocks.block_size());
    const std::size_t reads = pipe->operations;
    CHECK(reads < 4);
    worker.advance(2h + 30min); // no timeout runs meanwhile: the client is not to blame
    CHECK(pipe->operations == reads);
    site.door.open();
    for (int i = 0; i < 1000; ++i)
        worker.run();
    CHECK(take_reply(*pipe).text() == "10000000");
    for (const std::string& piece : site.pieces)
        REQUIRE(piece.size() <= worker.context().blocks.block_size());
}

TEST_CASE("a body over its limit is refused when it is known, and the client hears it")
{
    reading_site site;
    test_worker worker{site.service};
    SUBCASE("of known length, before a byte of it was read")
    {
        site.limit = 10;
        const auto pipe = worker.connect(post("/read", std::string(11, 'x')) + get("/"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::content_too_large);
        CHECK(got.header("connection") == "close");
        CHECK(site.pieces.empty());
        CHECK(pipe->received().empty());
    }
    SUBCASE("chunked")
    {
        site.limit = 10;
        const auto pipe =
            worker.connect(chunked("/read", "8\r\nxxxxxxxx\r\n3\r\nxxx\r\n0\r\n\r\n"));
        worker.run();
        CHECK(take_reply(*pipe).status() == status::content_too_large);
        CHECK(pipe->ended());
    }
    SUBCASE("a raised limit lets more through than the server's")
    {
        site.limit = 3'000'000;
        const auto pipe = worker.connect(post("/read", std::string(2'000'000, 'x')));
        for (int i = 0; i < 200; ++i)
            worker.run();
        CHECK(take_reply(*pipe).text() == "2000000");
    }
}

TEST_CASE("malformed chunks and stalls are told to whoever reads")
{
    reading_site site;
    test_worker worker{site.service};
    SUBCASE("malformed")
    {
        const auto pipe = worker.connect(chunked("/read", "5\r\nhello\r\nnonsense\r\n"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::bad_request);
        CHECK(site.joined() == "hello");
        CHECK(pipe->ended());
    }
    SUBCASE("stalled")
    {
        const auto pipe = worker.connect(chunked("/read", "5\r\nhello\r\n"));
        worker.run();
        worker.advance(2h + 1s);
        CHECK(take_reply(*pipe).status() == status::request_timeout);
        CHECK(pipe->ended());
    }
    SUBCASE("a client that leaves")
    {
        const auto pipe = worker.connect(chunked("/read", "5\r\nhello\r\n"));
        worker.run();
        pipe->end_sending();
        worker.run();
        CHECK(pipe->closed());
    }
    worker.run();
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("a client that sends slower than the least speed is refused")
{
    limits bounds = patient_limits();
    bounds.receive_rate = 1000;
    bounds.rate_grace = 5s;
    reading_site site;
    test_worker worker{site.service, bounds};
    const std::string bytes = post("/read", std::string(100'000, 'x'));
    const auto pipe = worker.connect(bytes.substr(0, 200));
    worker.run();
    std::size_t at = 200;
    const auto go_on = [&](std::size_t step, int seconds) {
        for (int i = 0; i < seconds; ++i) {
            pipe->send(std::string_view{bytes}.substr(at, step));
            at += step;
            worker.run();
            worker.advance(1s);
        }
    };
    go_on(1100, 20);
    CHECK(pipe->received().empty());
    go_on(100, 4);
    CHECK(pipe->received().empty());
    go_on(100, 4);
    CHECK(take_reply(*pipe).status() == status::request_timeout);
}

TEST_CASE("trailers are there at the end, apart from the fields")
{
    reading_site site;
    test_worker worker{site.service};
    const std::string bytes =
        chunked("/read", "1\r\na\r\n0\r\nX-Sum:  1 \r\nx-two:2\r\nX-None:\r\n\r\n");
    for (std::size_t cut = 1; cut <= bytes.size(); ++cut) {
        const auto pipe = worker.connect(bytes.substr(0, cut));
        worker.run();
        pipe->send(bytes.substr(cut) + get("/"));
        worker.run();
        CHECK(take_replies(*pipe).size() == 2);
        CHECK(site.trailers == "X-Sum=1;x-two=2;X-None=;");
    }
}

TEST_CASE("100 Continue is sent when the handler reads, not before")
{
    reading_site site;
    test_worker worker{site.service};
    site.service.on("/no", [](request&) { return response{status::unauthorized}; });
    const std::string fields = "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    const auto pipe = worker.connect("POST /read HTTP/1.1\r\nHost: a\r\n" + fields);
    worker.run();
    CHECK(pipe->received() == "HTTP/1.1 100 Continue\r\n\r\n");
    pipe->received().clear();
    pipe->send("hello" + get("/"));
    worker.run();
    CHECK(take_replies(*pipe).size() == 2);
    const auto refused = worker.connect("POST /no HTTP/1.1\r\nHost: a\r\n" + fields);
    worker.run();
    CHECK(take_reply(*refused).status() == status::unauthorized);
    CHECK(refused->ended());
}

TEST_CASE("no 100 Continue for a body that is announced as too large for its handler")
{
    reading_site site;
    site.limit = 4;
    test_worker worker{site.service};
    const std::string head =
        "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    const auto pipe = worker.connect(head);
    worker.run();
    CHECK(take_reply(*pipe).status() == status::content_too_large);
    CHECK(pipe->ended());
}

TEST_CASE(
    "who stops reading in the middle answers at once; the rest is dropped or the connection ends")
{
    reading_site site;
    site.stop_after = 1;
    test_worker worker{site.service};
    SUBCASE("a small rest")
    {
        const std::string bytes = post("/read", std::string(5000, 'x'));
        const auto pipe = worker.connect(bytes.substr(0, 1000));
        worker.run();
        CHECK(take_reply(*pipe).text() == "enough");
        pipe->send(bytes.substr(1000) + get("/"));
        worker.run();
        CHECK(take_reply(*pipe).text() == "next");
    }
    SUBCASE("a large rest")
    {
        site.limit = 10'000'000;
        const std::string bytes = post("/read", std::string(1'000'000, 'x'));
        const auto pipe = worker.connect(bytes + get("/"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "enough");
        CHECK(got.header("connection") == "close");
        CHECK(pipe->received().empty());
        CHECK(pipe->ended());
    }
    SUBCASE("exactly at the end of the body the connection goes on")
    {
        const auto pipe = worker.connect(post("/read", std::string(200'000, 'x')).substr(0, 40));
        worker.run();
        pipe->received().clear();
        pipe->reset();
        const auto small = worker.connect(post("/read", "hello") + get("/"));
        worker.run();
        CHECK(take_replies(*small).size() == 2);
    }
}

TEST_CASE("the time a handler waits for its body is not its own")
{
    reading_site site;
    test_worker worker{site.service};
    const std::string bytes = post("/read", std::string(10, 'x'));
    const auto pipe = worker.connect(bytes.substr(0, bytes.size() - 6));
    worker.run();
    for (std::size_t i = 6; i > 0; --i) {
        worker.advance(1h + 50min); // the handler may take three hours, a pause of the body two
        pipe->send(std::string_view{bytes}.substr(bytes.size() - i, 1));
        worker.run();
    }
    CHECK(take_reply(*pipe).text() == "10");
}

TEST_CASE("an answer that streams a body which never ends is broken off, not ended")
{
    simple_service service;
    service.on("/echo", [](request& req) {
        return frevo::stream("text/plain", [&req](body_writer& out) -> awaitable<void> {
            body_reader body{req};
            for (;;) {
                const std::string_view piece = co_await body.read();
                if (piece.empty())
                    break;
                co_await out.write(piece);
            }
        });
    });
    test_worker worker{service};
    const auto pipe = worker.connect("POST /echo HTTP/1.0\r\nContent-Length: 10\r\n\r\nhello");
    worker.run();
    CHECK(pipe->received().ends_with("\r\n\r\nhello"));
    CHECK_FALSE(pipe->was_reset());
    pipe->end_sending();
    worker.run();
    CHECK(pipe->was_reset());
    CHECK(pipe->closed());
    CHECK(worker.empty());
}

TEST_CASE("an answer can be streamed while the request still comes")
{
    simple_service service;
    service.on("/echo", [](request& req) {
        return frevo::stream("text/plain", [&req](body_writer& out) -> awaitable<void> {
            body_reader body{req};
            for (;;) {
                const std::string_view piece = co_await body.read();
                if (piece.empty())
                    break;
                co_await out.write(piece);
            }
        });
    });
    service.on("/", [](request&) { return response{"next"}; });
    test_worker worker{service};
    const auto pipe = worker.connect(chunked("/echo", "3\r\none\r\n"));
    worker.run();
    CHECK(pipe->received().ends_with("\r\n\r\n3\r\none\r\n"));
    pipe->send("3\r\ntwo\r\n0\r\n\r\n" + get("/"));
    worker.run();
    const auto all = take_replies(*pipe);
    REQUIRE(all.size() == 2);
    CHECK(all[0].text() == "onetwo");
    CHECK(all[1].text() == "next");
}
