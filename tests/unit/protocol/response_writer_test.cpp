// SPDX-License-Identifier: BSL-1.0
// Tests of response heads.

#include "core/output_buffer.hpp"
#include "protocol/response_writer.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";

struct written
{
    std::string text;
    bool body_follows;
    bool keep_alive;
};

written write(const response_head& head, response_context context = {})
{
    output_buffer out;
    const bool body_follows = write_head(out, head, context, date);
    std::array<output_piece, 8> pieces;
    std::string text;
    const std::size_t count = out.gather(pieces);
    for (std::size_t i = 0; i < count; ++i)
        text.append(pieces[i].data, pieces[i].size);
    return {text, body_follows, context.keep_alive};
}

bool has(const written& result, std::string_view line)
{
    return result.text.find("\r\n" + std::string{line} + "\r\n") != std::string::npos;
}

bool has_name(const written& result, std::string_view name)
{
    return result.text.find("\r\n" + std::string{name} + ":") != std::string::npos;
}

response_head with_status(frevo::status status)
{
    response_head head;
    head.status = status;
    return head;
}

} // namespace

TEST_CASE("the lines stand in their order")
{
    response_head head;
    head.content_type = "text/plain";
    head.body_size = 13;
    frevo::fields own;
    own.add("X-A", "1");
    head.fields = &own;
    response_context context;
    context.keep_alive = false;
    CHECK(
        write(head, context).text == "HTTP/1.1 200 OK\r\n"
                                     "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                                     "Content-Type: text/plain\r\n"
                                     "X-A: 1\r\n"
                                     "Content-Length: 13\r\n"
                                     "Connection: close\r\n"
                                     "\r\n");
}

TEST_CASE("every status has its line")
{
    for (unsigned code = 100; code < 1000; ++code) {
        const frevo::status status = *frevo::make_status(code);
        const std::string line = "HTTP/1.1 " + std::to_string(code) + ' ' +
                                 std::string{frevo::reason_phrase(status)} + "\r\n";
        CAPTURE(code);
        CHECK(write(with_status(status)).text.starts_with(line));
    }
}

TEST_CASE("a reason of one's own is printed unless it would end the line")
{
    response_head head;
    head.reason = "Fine";
    CHECK(write(head).text.starts_with("HTTP/1.1 200 Fine\r\n"));
    head.reason = "Fine\r\nX-Evil: 1";
    CHECK(write(head).text.starts_with("HTTP/1.1 200 OK\r\n"));
    head.reason = {};
    head.content_type = "text/plain\r\nX-Evil: 1";
    CHECK_FALSE(has_name(write(head), "X-Evil"));
}

TEST_CASE("a response without a body by its status has no framing fields")
{
    for (const auto status :
         {frevo::status::switching_protocols, frevo::status::early_hints, frevo::status::no_content,
          frevo::status::not_modified}) {
        CAPTURE(frevo::to_int(status));
        const written result = write(with_status(status));
        CHECK_FALSE(result.body_follows);
        CHECK_FALSE(has_name(result, "Content-Length"));
        CHECK_FALSE(has_name(result, "Transfer-Encoding"));
    }
    response_head cached = with_status(frevo::status::not_modified);
    cached.body_size = 5;
    CHECK(has(write(cached), "Content-Length: 5"));
    CHECK_FALSE(write(cached).body_follows);
    response_head reset = with_status(frevo::status::reset_content);
    reset.body_size = 5;
    CHECK(has(write(reset), "Content-Length: 0"));
    CHECK_FALSE(write(reset).body_follows);
}

TEST_CASE("an interim response has neither Date nor Connection of its own")
{
    response_context context;
    context.keep_alive = false;
    const written result = write(with_status(frevo::status::continue_), context);
    CHECK(result.text == "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST_CASE("the answer to HEAD has the fields of the answer to GET")
{
    response_head head;
    head.body_size = 13;
    response_context context;
    const written get = write(head, context);
    context.method = frevo::method::head;
    const written answer = write(head, context);
    CHECK(answer.text == get.text);
    CHECK(get.body_follows);
    CHECK_FALSE(answer.body_follows);

    head.body_known = false;
    CHECK(has(write(head, context), "Transfer-Encoding: chunked"));
    context.version = http_version::http_1_0;
    const written old = write(head, context);
    CHECK(old.keep_alive);
    CHECK_FALSE(has_name(old, "Content-Length"));
}

TEST_CASE("a body of unknown length is chunked, or ends the connection of HTTP/1.0")
{
    response_head head;
    head.body_known = false;
    response_context context;
    const written now = write(head, context);
    CHECK(has(now, "Transfer-Encoding: chunked"));
    CHECK(now.keep_alive);
    context.version = http_version::http_1_0;
    const written old = write(head, context);
    CHECK_FALSE(has_name(old, "Transfer-Encoding"));
    CHECK(has(old, "Connection: close"));
    CHECK_FALSE(old.keep_alive);
    CHECK(old.body_follows);
}

TEST_CASE("HTTP/1.0 is told when the connection stays")
{
    response_context context;
    CHECK_FALSE(has_name(write({}, context), "Connection"));
    context.version = http_version::http_1_0;
    CHECK(has(write({}, context), "Connection: keep-alive"));
}

TEST_CASE("the response's own framing fields are left out, its Date is kept")
{
    frevo::fields own;
    own.add("content-LENGTH", "99");
    own.add("Transfer-Encoding", "gzip");
    own.add("Keep-Alive", "timeout=5");
    own.add("X-Before", "1");
    own.add("Connection", "keep-alive");
    own.add("Date", "Mon, 07 Nov 1994 08:49:37 GMT");
    response_head head;
    head.fields = &own;
    head.body_size = 3;
    CHECK(
        write(head).text == "HTTP/1.1 200 OK\r\n"
                            "X-Before: 1\r\n"
                            "Date: Mon, 07 Nov 1994 08:49:37 GMT\r\n"
                            "Content-Length: 3\r\n"
                            "\r\n");
}

TEST_CASE("Connection: close in the fields closes, an upgrade stays")
{
    frevo::fields own;
    own.add("Connection", "x, Close");
    response_head head;
    head.fields = &own;
    const written closing = write(head);
    CHECK_FALSE(closing.keep_alive);
    CHECK(has(closing, "Connection: close"));
    CHECK_FALSE(has(closing, "Connection: x, Close"));

    frevo::fields upgrade;
    upgrade.add("Upgrade", "websocket");
    upgrade.add("Connection", "Upgrade");
    head = with_status(frevo::status::switching_protocols);
    head.fields = &upgrade;
    CHECK(
        write(head).text == "HTTP/1.1 101 Switching Protocols\r\n"
                            "Upgrade: websocket\r\n"
                            "Connection: Upgrade\r\n"
                            "\r\n");
}

TEST_CASE("a tunnel is neither framed nor kept")
{
    response_context context;
    context.method = frevo::method::connect;
    const written result = write({}, context);
    CHECK_FALSE(result.body_follows);
    CHECK_FALSE(result.keep_alive);
    CHECK_FALSE(has_name(result, "Content-Length"));
    CHECK(has(write(with_status(frevo::status::not_implemented), context), "Content-Length: 0"));
}
