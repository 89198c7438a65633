// SPDX-License-Identifier: BSL-1.0
// Tests of the session's calls; what it makes of bytes is tested by the golden requests.

#include "protocol/http1_session.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

constexpr std::string_view get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
constexpr std::string_view post = "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
constexpr std::string_view chunked =
    "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    "5\r\nhello\r\n0\r\n\r\n";

} // namespace

TEST_CASE("a session is small")
{
    CHECK(sizeof(http1_session) <= 256);
}

TEST_CASE("requests of one input are told one after the other")
{
    const frevo::limits bounds;
    http1_session session{bounds};
    request_head head;
    std::string text;
    text.append(get).append(post).append(get);
    std::string_view input = text;
    std::string events;
    session.start_next(head);
    for (;;) {
        const session_step step = session.next(input);
        if (step.event == session_event::head)
            events += head.path.in(input.data() + step.consumed - head.size);
        else if (step.event == session_event::body)
            events += session.body_pieces()[0];
        else if (step.event == session_event::end)
            events += '.';
        else
            break;
        input.remove_prefix(step.consumed);
        if (step.event == session_event::end)
            session.start_next(head);
    }
    CHECK(events == "/a./bhello./a.");
    CHECK(input.empty());
}

TEST_CASE("empty lines in front are counted and are no head")
{
    const frevo::limits bounds;
    http1_session session{bounds};
    request_head head;
    session.start_next(head);
    CHECK(session.next("\r\n\r").consumed == 3);
    CHECK_FALSE(session.head_started());
    CHECK(session.leading() == 3);
    const std::string rest = "\n" + std::string{get};
    const session_step step = session.next(rest);
    CHECK(step.event == session_event::head);
    CHECK(step.consumed == rest.size());
    CHECK(head.size == get.size());
    CHECK(session.leading() == 4);
    CHECK(session.head_started());
}

TEST_CASE("an unfinished head has started")
{
    const frevo::limits bounds;
    http1_session session{bounds};
    request_head head;
    session.start_next(head);
    CHECK_FALSE(session.head_started());
    CHECK(session.next(get.substr(0, 1)).event == session_event::need_more);
    CHECK(session.head_started());
    CHECK(session.next(get.substr(1)).event == session_event::head);
    CHECK(session.next({}).event == session_event::end);
    CHECK(session.next(get).event == session_event::need_more); // not before start_next
    session.start_next(head);
    CHECK_FALSE(session.head_started());
}

TEST_CASE("a body over the limit is refused by the call behind the head")
{
    const frevo::limits bounds;
    for (const std::string_view text : {post, chunked}) {
        http1_session session{bounds};
        request_head head;
        session.start_next(head);
        const session_step step = session.next(text);
        REQUIRE(step.event == session_event::head);
        session.limit_body(4);
        CHECK(session.next(text.substr(step.consumed)).event == session_event::reject);
        CHECK(session.why() == rejection::body_too_large);
        CHECK(session.next(get).event == session_event::reject);
    }
}

TEST_CASE("a length over the limit needs no byte of the body to be refused")
{
    const frevo::limits bounds;
    http1_session session{bounds};
    request_head head;
    session.start_next(head);
    REQUIRE(session.next(post.substr(0, post.size() - 5)).event == session_event::head);
    CHECK_FALSE(session.announces_too_much());
    session.limit_body(4);
    CHECK(session.announces_too_much());
    CHECK(session.next({}).event == session_event::reject);
}

TEST_CASE("a limit may be raised, and falls back with the next request")
{
    frevo::limits bounds;
    bounds.body = 4;
    http1_session session{bounds};
    request_head head;
    for (const bool raised : {true, false}) {
        session.start_next(head);
        const session_step step = session.next(post);
        REQUIRE(step.event == session_event::head);
        if (raised)
            session.limit_body(5);
        const session_event next = session.next(post.substr(step.consumed)).event;
        CHECK(next == (raised ? session_event::body : session_event::reject));
        if (raised)
            CHECK(session.next({}).event == session_event::end);
    }
}

TEST_CASE("the default limits hold for heads without an end")
{
    const frevo::limits bounds;
    for (const bool in_line : {true, false}) {
        http1_session session{bounds};
        request_head head;
        session.start_next(head);
        std::size_t taken = 0;
        std::string_view prefix = in_line ? "GET /" : "GET / HTTP/1.1\r\nX: ";
        REQUIRE(session.next(prefix).event == session_event::need_more);
        std::string text{prefix};
        const std::string piece(100, 'a');
        session_event event = session_event::need_more;
        while (event == session_event::need_more && text.size() < 100'000) {
            const std::size_t at = text.size();
            text += piece;
            event = session.next(std::string_view{text}.substr(at)).event;
            taken = text.size();
        }
        CHECK(event == session_event::reject);
        CHECK(
            session.why() ==
            (in_line ? rejection::request_line_too_long : rejection::fields_too_large));
        CHECK(taken < (in_line ? bounds.request_line : bounds.fields_size) + 300);
    }
}

TEST_CASE("fields that were room for once need no new memory")
{
    const frevo::limits bounds;
    http1_session session{bounds};
    request_head head;
    session.start_next(head);
    REQUIRE(session.next(get).event == session_event::head);
    const auto* before = head.fields.data();
    REQUIRE(session.next({}).event == session_event::end);
    session.start_next(head);
    REQUIRE(session.next(get).event == session_event::head);
    CHECK(head.fields.data() == before);
}
