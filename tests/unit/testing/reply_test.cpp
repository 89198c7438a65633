// SPDX-License-Identifier: BSL-1.0
#include <frevo/testing/reply.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using frevo::status;
using frevo::testing::reply;

namespace {

std::optional<reply> take(std::string bytes, bool to_head = false, bool at_end = false)
{
    return reply::take(bytes, to_head, at_end);
}

} // namespace

TEST_CASE("an answer of known length is taken from the front, the rest stays")
{
    std::string bytes =
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Note:  a b \r\n\r\nhelloHTTP/1.1 "
        "404 Not Found\r\nContent-Length: 0\r\n\r\nx";
    const auto first = reply::take(bytes, false, false);
    REQUIRE(first);
    CHECK(first->status() == status::ok);
    CHECK(first->text() == "hello");
    CHECK(first->header("x-note") == "a b");
    CHECK(first->header("X-NOTE") == "a b");
    CHECK(first->header("absent").empty());
    CHECK(first->headers().size() == 2);
    const auto second = reply::take(bytes, false, false);
    REQUIRE(second);
    CHECK(second->status() == status::not_found);
    CHECK(second->text().empty());
    CHECK(bytes == "x");
}

TEST_CASE("an answer that is not complete is left alone")
{
    const std::string whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    const std::string chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
        "0\r\nTrailer: x\r\n\r\n";
    for (const std::string& each : {whole, chunked}) {
        for (std::size_t size = 0; size < each.size(); ++size) {
            CAPTURE(size);
            std::string part = each.substr(0, size);
            CHECK_FALSE(reply::take(part, false, false));
            CHECK(part.size() == size);
        }
        CHECK(take(each)->text() == "hello");
    }
}

TEST_CASE("chunks are put together, whatever their framing")
{
    std::string bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"
                        "A\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\nrest";
    const auto got = reply::take(bytes, false, false);
    REQUIRE(got);
    CHECK(got->text() == "0123456789!");
    CHECK(bytes == "rest");
}

TEST_CASE("some answers have no body, whatever their fields say")
{
    CHECK(take("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true)->text().empty());
    CHECK(take("HTTP/1.1 204 No Content\r\n\r\n")->text().empty());
    CHECK(take("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")->text().empty());
    CHECK(take("HTTP/1.1 100 Continue\r\n\r\n")->status() == status::continue_);
}

TEST_CASE("a body without length goes to the end")
{
    CHECK_FALSE(take("HTTP/1.1 200 OK\r\n\r\nsome"));
    CHECK(take("HTTP/1.1 200 OK\r\n\r\nsome text", false, true)->text() == "some text");
}

TEST_CASE("what is no HTTP is an error")
{
    CHECK_THROWS_AS(take("HTTP/1.0 200 OK\r\n\r\n", false, true), std::runtime_error);
    CHECK_THROWS_AS(take("hello\r\n\r\n"), std::runtime_error);
    CHECK_THROWS_AS(take("HTTP/1.1 abc OK\r\n\r\n"), std::runtime_error);
    CHECK_THROWS_AS(take("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), std::runtime_error);
    CHECK_THROWS_AS(take("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n"), std::runtime_error);
    CHECK_THROWS_AS(take("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"), std::runtime_error);
    CHECK_THROWS_AS(
        take("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n"),
        std::runtime_error);
    CHECK_THROWS_AS(
        take("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX"),
        std::runtime_error);
}
