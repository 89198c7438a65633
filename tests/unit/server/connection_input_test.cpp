// SPDX-License-Identifier: BSL-1.0
// How a connection reads: bodies, cuts, limits and refusals.
#include "server/connection.hpp"
#include "support/gate.hpp"
#include "support/test_worker.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace frevo;
using namespace frevo::detail;
using namespace std::chrono_literals;
using frevo::testing::gate;
using frevo::testing::reply;

namespace {

using texts = std::vector<std::string>;

struct site : simple_service
{
    site()
    {
        on("/", [](request&) { return response{"hello"}; });
        on(
            "/echo", [](request& req) { return response{std::string{req.body().value()}}; }, true);
        on_waiting("/read", [](request& req) -> awaitable<response> {
            const result<std::string_view> body = co_await req.read_body();
            if (!body)
                co_return response{body.error()};
            co_return response{std::string{*body}};
        });
        on_waiting("/read_late", [this](request& req) -> awaitable<response> {
            const result<std::string_view> body = co_await req.read_body();
            co_await door.wait();
            co_return response{body ? std::string{*body} : "failed"};
        });
        on_waiting("/look", [this](request& req) -> awaitable<response> {
            const std::string_view target = req.target();
            const std::string_view field = req.header("x-note").value_or("none");
            co_await door.wait();
            co_return response{std::string{target} + '|' + std::string{field}};
        });
    }

    gate door;
};

texts texts_of(const std::vector<reply>& replies)
{
    texts all;
    for (const reply& each : replies)
        all.push_back(each.text());
    return all;
}

std::string chunked(std::string_view target, std::string_view chunks)
{
    return "POST " + std::string{target} +
           " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string{chunks};
}

/// Text of which every part is different.
std::string pattern(std::size_t size)
{
    std::string made;
    for (std::size_t i = 0; made.size() < size; ++i)
        made += std::to_string(i) + ',';
    made.resize(size);
    return made;
}

} // namespace

TEST_CASE("a body arrives whole, in pieces, or in chunks")
{
    site service;
    test_worker worker{service};
    for (const char* path : {"/echo", "/read"}) {
        CAPTURE(path);
        const auto pipe = worker.connect(post(path, "whole"));
        worker.run();
        CHECK(take_reply(*pipe).text() == "whole");

        const std::string request = post(path, "in pieces");
        for (const char c : request) {
            pipe->send({&c, 1});
            worker.run();
        }
        CHECK(take_reply(*pipe).text() == "in pieces");

        pipe->send(chunked(path, "3\r\none\r\nA;ext=1\r\n, two and "));
        worker.run();
        CHECK(pipe->received().empty());
        pipe->send("\r\n5\r\nthree\r\n0\r\nTrailer: x\r\n\r\n");
        worker.run();
        CHECK(take_reply(*pipe).text() == "one, two and three");

        pipe->send(post(path, ""));
        worker.run();
        CHECK(take_reply(*pipe).text().empty());
        pipe->send(get(path));
        worker.run();
        CHECK(take_reply(*pipe).text().empty());
        CHECK_FALSE(pipe->ended());
    }
}

TEST_CASE("answers do not depend on how the bytes are cut")
{
    site service;
    test_worker worker{service};
    const std::string all = get("/") + post("/echo", "first body") +
                            chunked("/read", "4\r\nsome\r\n7\r\n chunks\r\n0\r\n\r\n") + "\r\n" +
                            post("/", "not wanted") + get("/missing") + post("/read", "last body") +
                            "BAD LINE\r\n\r\n";
    const auto serve = [&](auto&& configure, auto&& feed) {
        auto pipe = std::make_shared<memory_pipe>();
        configure(*pipe);
        worker.open(pipe);
        feed(*pipe);
        worker.run();
        std::string seen;
        for (const reply& each : take_replies(*pipe))
            seen += std::to_string(to_int(each.status())) + ' ' + each.text() + '\n';
        CHECK(pipe->ended());
        return seen;
    };
    const auto send_all = [&](memory_pipe& pipe) { pipe.send(all); };
    const std::string whole = serve([](memory_pipe&) {}, send_all);
    CAPTURE(whole);
    CHECK(whole.starts_with(
        "200 hello\n200 first body\n200 some chunks\n200 hello\n404 \n200 last body\n501 "));

    for (std::size_t size = 1; size <= 40; ++size) {
        CAPTURE(size);
        CHECK(serve([&](memory_pipe& pipe) { pipe.read_size = size; }, send_all) == whole);
        CHECK(serve([&](memory_pipe& pipe) { pipe.write_size = size; }, send_all) == whole);
    }
    for (std::size_t cut = 1; cut < all.size(); ++cut) {
        CAPTURE(cut);
        const std::string seen = serve(
            [](memory_pipe&) {},
            [&](memory_pipe& pipe) {
                pipe.send(std::string_view{all}.substr(0, cut));
                worker.run();
                pipe.send(std::string_view{all}.substr(cut));
            });
        CHECK(seen == whole);
    }
}

TEST_CASE("large bodies arrive unharmed, however they lie in memory")
{
    site service;
    test_worker worker{service};
    for (const std::size_t size : {15'000u, 16'384u, 17'000u, 100'000u, 1'048'576u}) {
        const std::string body = pattern(size);
        for (const char* path : {"/echo", "/read"}) {
            for (const std::size_t step : {1000u, 16'000u, 1'000'000u}) {
                CAPTURE(size);
                CAPTURE(path);
                CAPTURE(step);
                const auto pipe = worker.connect();
                pipe->read_size = step;
                pipe->send(post(path, body));
                worker.run();
                CHECK((take_reply(*pipe).text() == body));
            }
        }
    }
}

TEST_CASE("a body behind a head that fills its block arrives unharmed")
{
    site service;
    test_worker worker{service};
    const std::string body = pattern(5000);
    for (std::size_t filler = 14'000; filler < 16'250; filler += 75) {
        CAPTURE(filler);
        std::string request =
            post("/read_late", body, "X-Note: " + std::string(filler, 'n') + "\r\n");
        const std::size_t head_size = request.size() - body.size();
        const auto pipe = worker.connect(request.substr(0, head_size));
        worker.run();
        for (std::size_t at = head_size; at < request.size(); at += 1000) {
            pipe->send(std::string_view{request}.substr(at, 1000));
            worker.run();
        }
        // What comes next must not lie where the body lies.
        pipe->send(get("/"));
        worker.run();
        CHECK(pipe->received().empty());
        service.door.open();
        worker.run();
        const texts got = texts_of(take_replies(*pipe));
        service.door.close();
        REQUIRE(got.size() == 2);
        CHECK((got[0] == body));
        CHECK(got[1] == "hello");
    }
}

TEST_CASE("what a waiting handler sees of its request stays while more input comes")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/look?at=this", "X-Note: remember\r\n"));
    worker.run();
    std::string more;
    texts expected{"/look?at=this|remember"};
    for (int i = 0; i < 1000; ++i) {
        more += get("/");
        expected.push_back("hello");
    }
    pipe->send(more);
    worker.run();
    CHECK(pipe->received().empty());
    service.door.open();
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == expected);
}

TEST_CASE("what a waiting handler sees of its body stays while more input comes")
{
    site service;
    test_worker worker{service};
    const std::string body = pattern(300);
    const auto pipe = worker.connect(post("/read_late", body));
    worker.run();
    for (int i = 0; i < 500; ++i)
        pipe->send(get("/"));
    worker.run();
    service.door.open();
    worker.run();
    const texts got = texts_of(take_replies(*pipe));
    REQUIRE(got.size() == 501);
    CHECK(got[0] == body);
    CHECK(got[500] == "hello");
}

TEST_CASE("a head larger than a block is read when the limits allow it")
{
    site service;
    limits bounds = patient_limits();
    bounds.fields_size = 64 * 1024;
    test_worker worker{service, bounds};
    service.door.open();
    const std::string note = pattern(50'000);
    for (const std::size_t step : {1000u, 100'000u}) {
        const auto pipe = worker.connect();
        pipe->read_size = step;
        pipe->send(get("/") + get("/look", "X-Note: " + note + "\r\n") + get("/"));
        worker.run();
        const texts got = texts_of(take_replies(*pipe));
        REQUIRE(got.size() == 3);
        CHECK((got[1] == "/look|" + note));
        CHECK(got[2] == "hello");
    }
}

TEST_CASE("a client that waits for 100 Continue is told to go on when its body is wanted")
{
    site service;
    test_worker worker{service};
    const std::string request = post("/echo", "text", "Expect: 100-continue\r\n");
    const std::string head = request.substr(0, request.size() - 4);
    for (const char* path : {"/echo", "/read"}) {
        CAPTURE(path);
        const std::string expecting =
            "POST " + std::string{path} + head.substr(head.find(" HTTP/1.1"));
        const auto pipe = worker.connect(expecting);
        worker.run();
        CHECK(pipe->received() == "HTTP/1.1 100 Continue\r\n\r\n");
        pipe->received().clear();
        pipe->send("te");
        worker.run();
        CHECK(pipe->received().empty()); // once is enough
        pipe->send("xt" + get("/"));
        worker.run();
        CHECK(texts_of(take_replies(*pipe)) == texts{"text", "hello"});
    }
    SUBCASE("not when the body is there already")
    {
        const auto pipe = worker.connect(request);
        worker.run();
        CHECK(take_reply(*pipe).text() == "text");
        CHECK(pipe->received().empty());
    }
    SUBCASE("not an HTTP/1.0 client")
    {
        std::string old = head;
        old.replace(old.find("HTTP/1.1"), 8, "HTTP/1.0");
        const auto pipe = worker.connect(old);
        worker.run();
        CHECK(pipe->received().empty());
        pipe->send("text");
        worker.run();
        CHECK(take_reply(*pipe).text() == "text");
    }
    SUBCASE("not when the handler answers without the body; then the connection ends")
    {
        const auto pipe = worker.connect(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::ok);
        CHECK(got.text() == "hello");
        CHECK(got.header("connection") == "close");
        CHECK(pipe->ended());
    }
    SUBCASE("not when the body is too large")
    {
        const auto pipe =
            worker.connect("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n"
                           "Expect: 100-continue\r\n\r\n");
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.status() == status::content_too_large);
        CHECK(pipe->ended());
    }
}

TEST_CASE("an expectation that is not known is refused with 417")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect(get("/", "Expect: miracles\r\n"));
    worker.run();
    const reply got = take_reply(*pipe);
    CHECK(got.status() == status::expectation_failed);
    CHECK(got.text().find("100-continue") != std::string::npos);
    CHECK(got.header("connection") == "close");
    CHECK(pipe->ended());
}

TEST_CASE("a small body that nobody reads is dropped, and the connection goes on")
{
    site service;
    test_worker worker{service};
    const auto pipe = worker.connect();
    SUBCASE("of known length")
    {
        pipe->send(post("/", std::string(60'000, 'x')) + get("/"));
    }
    SUBCASE("in chunks")
    {
        std::string chunks;
        for (int i = 0; i < 60; ++i)
            chunks += "3E8\r\n" + std::string(1000, 'x') + "\r\n";
        pipe->send(chunked("/", chunks + "0\r\n\r\n") + get("/"));
    }
    SUBCASE("that comes later")
    {
        const std::string request = post("/", std::string(60'000, 'x'));
        pipe->send(std::string_view{request}.substr(0, 100));
        worker.run();
        CHECK(take_reply(*pipe).text() == "hello");
        CHECK_FALSE(pipe->ended());
        pipe->send(get("/").insert(0, request.substr(100)));
        worker.run();
        CHECK(take_reply(*pipe).text() == "hello");
        pipe->send(get("/") + get("/"));
    }
    worker.run();
    CHECK(texts_of(take_replies(*pipe)) == texts{"hello", "hello"});
    CHECK_FALSE(pipe->ended());
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("a large body that nobody reads ends the connection after the answer")
{
    site service;
    limits bounds = patient_limits();
    bounds.body = 10'000'000;
    test_worker worker{service, bounds};
    const auto pipe = worker.connect();
    SUBCASE("of known length")
    {
        pipe->send(post("/", std::string(70'000, 'x')) + get("/"));
        worker.run();
        const reply got = take_reply(*pipe);
        CHECK(got.text() == "hello");
        CHECK(got.header("connection") == "close");
    }
    SUBCASE("in chunks, whose length is known too late to say so")
    {
        std::string chunks;
        for (int i = 0; i < 70; ++i)
            chunks += "3E8\r\n" + std::string(1000, 'x') + "\r\n";
        pipe->send(chunked("/", chunks + "0\r\n\r\n") + get("/"));
        worker.run();
        CHECK(take_reply(*pipe).text() == "hello");
    }
    CHECK(pipe->received().empty());
    CHECK(pipe->ended());
    pipe->end_sending();
    worker.run();
    CHECK(worker.empty());
}

TEST_CASE("a request that breaks the rules is refused with a problem, and the connection ends")
{
    struct row
    {
        const char* request;
        status code;
    };
    const row rows[] = {
        {"GET / HTTP/1.1\r\n\r\n", status::bad_request},
        {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", status::bad_request},
        {"GET / HTTP/1.1\r\nHost a\r\n\r\n", status::bad_request},
        {"GET / HTTP/1.1\nHost: a\n\n", status::bad_request},
        {"GET / HTTP/3.0\r\nHost: a\r\n\r\n", status::http_version_not_supported},
        {"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", status::not_implemented},
        {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
         status::bad_request},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
         status::not_implemented},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
         status::bad_request},
        {"POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
         status::bad_request},
    };
    site service;
    test_worker worker{service};
    for (const row& each : rows) {
        CAPTURE(each.request);
        // Also behind a good request, which is answered all the same.
        const auto pipe = worker.connect(get("/") + each.request + get("/"));
        worker.run();
        const auto got = take_replies(*pipe);
        REQUIRE(got.size() == 2);
        CHECK(got[0].text() == "hello");
        CHECK(got[1].status() == each.code);
        CHECK(got[1].header("content-type") == "application/problem+json");
        CHECK(got[1].header("connection") == "close");
        CHECK(got[1].text().find("\"detail\":") != std::string::npos);
        CHECK(pipe->ended());
        pipe->end_sending();
        worker.run();
        CHECK(worker.empty());
    }
}

TEST_CASE("limits on heads hold")
{
    site service;
    limits bounds = patient_limits();
    bounds.request_line = 100;
    bounds.fields_size = 1000;
    bounds.field_count = 10;
    test_worker worker{service, bounds};
    const auto status_of = [&](const std::string& request) {
        const auto pipe = worker.connect(request);
        worker.run();
        const status code = take_reply(*pipe).status();
        CHECK(pipe->ended() == (code != status::ok));
        pipe->reset();
        worker.run();
        return code;
    };
    CHECK(status_of(get("/?" + std::string(50, 'x'))) == status::ok);
    CHECK(status_of(get("/?" + std::string(100, 'x'))) == status::uri_too_long);
    CHECK(status_of(get("/", "X: " + std::string(900, 'x') + "\r\n")) == status::ok);
    CHECK(
        status_of(get("/", "X: " + std::string(1000, 'x') + "\r\n")) ==
        status::request_header_fields_too_large);
    std::string many;
    for (int i = 0; i < 9; ++i)
        many += "X: x\r\n";
    CHECK(status_of(get("/", many)) == status::ok);
    CHECK(status_of(get("/", many + "X: x\r\n")) == status::request_header_fields_too_large);
    CHECK(worker.empty());
}

TEST_CASE("limits on bodies hold, the server's and a route's own")
{
    site service;
    int called = 0;
    endpoint& small = service.on(
        "/small",
        [&](request& req) {
            ++called;
            return response{std::string{req.body().value()}};
        },
        true);
    small.set_body_limit(5);
    service
        .on(
            "/large", [](request& req) { return response{std::string{req.body().value()}}; }, true)
        .set_body_limit(100);
    limits bounds = patient_limits();
    bounds.body = 10;
    test_worker worker{service, bounds};
    const auto answer_to = [&](const std::string& request) {
        const auto pipe = worker.connect(request);
        worker.run();
        reply got = take_reply(*pipe);
        CHECK(pipe->ended() == (got.status() != status::ok));
        pipe->reset();
        worker.run();
        CHECK(worker.empty());
        return got;
    };
    const std::string eleven = "eleven_byte";
    for (const char* path : {"/echo", "/read"}) {
        CAPTURE(path);
        CHECK(answer_to(post(path, "ten_bytes_")).text() == "ten_bytes_");
        CHECK(answer_to(post(path, eleven)).status() == status::content_too_large);
        CHECK(answer_to(chunked(path, "a\r\nten_bytes_\r\n0\r\n\r\n")).text() == "ten_bytes_");
        CHECK(
            answer_to(chunked(path, "a\r\nten_bytes_\r\n1\r\nx\r\n0\r\n\r\n")).status() ==
            status::content_too_large);
        // Known from the head alone: no byte of the body is waited for.
        CHECK(
            answer_to(
                "POST " + std::string{path} + " HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n")
                .status() == status::content_too_large);
    }
    CHECK(answer_to(post("/small", "five!")).text() == "five!");
    CHECK(called == 1);
    CHECK(answer_to(post("/small", "sixsix")).status() == status::content_too_large);
    CHECK(called == 1);
    CHECK(answer_to(post("/large", eleven)).text() == eleven);
}

TEST_CASE("requests in many blocks are answered one and all")
{
    site service;
    test_worker worker{service};
    std::string all;
    for (int i = 0; i < 3000; ++i)
        all += i % 3 == 0 ? post("/echo", std::to_string(i)) : get("/");
    const auto pipe = worker.connect(all);
    worker.run();
    const auto got = take_replies(*pipe);
    REQUIRE(got.size() == 3000);
    for (std::size_t i = 0; i < got.size(); ++i)
        CHECK(got[i].text() == (i % 3 == 0 ? std::to_string(i) : "hello"));
    CHECK(worker.context().exchanges.in_use() == 0);
}

TEST_CASE("an idle connection holds no input memory")
{
    site service;
    test_worker worker{service};
    std::vector<std::shared_ptr<memory_pipe>> pipes;
    for (int i = 0; i < 50; ++i)
        pipes.push_back(worker.connect(get("/")));
    worker.run();
    // They were served one after another, so one block was enough for all of them.
    CHECK(worker.context().blocks.free_count() == 1);
    CHECK(worker.context().connection_count() == 50);
}
