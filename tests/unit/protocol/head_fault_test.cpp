// SPDX-License-Identifier: BSL-1.0
// Tests of the search for the reason of a refusal.

#include "protocol/head_fault.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace frevo::detail;

namespace {

rejection fault(std::string_view head)
{
    return find_fault(head, frevo::limits{});
}

} // namespace

TEST_CASE("the beginning of a faultless head has no fault")
{
    const std::string_view head = "GET /a?b HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n";
    for (std::size_t size = 0; size <= head.size(); ++size) {
        CAPTURE(size);
        CHECK(fault(head.substr(0, size)) == rejection::none);
    }
}

TEST_CASE("the first fault is told as soon as it is there and never changes")
{
    struct example
    {
        std::string_view text;
        std::size_t enough; // bytes
        rejection reason;
    };
    for (const example& one : {
             example{"GET  / HTTP/1.1\r\n", 5, rejection::malformed_request_line},
             example{"GET /\x01 HTTP/1.1\r\n", 6, rejection::invalid_target},
             example{"GET / HTTP/2.0\r\n", 14, rejection::unsupported_version},
             example{"GET / HTTP/1.1 \r\n", 15, rejection::malformed_request_line},
             example{"GET / HTTP/1.1\rX", 16, rejection::bare_line_end},
             example{"GET / HTTP/1.1\r\n X: y\r\n", 17, rejection::invalid_field},
             example{"GET / HTTP/1.1\r\nX: y\r\n z\r\n", 23, rejection::obsolete_folding},
             example{"GET / HTTP/1.1\r\nX : y\r\n\n", 18, rejection::invalid_field},
             example{"GET / HTTP/1.1\r\nX: y\n\r\n", 21, rejection::bare_line_end},
         }) {
        CAPTURE(one.text);
        for (std::size_t size = 0; size <= one.text.size(); ++size) {
            CAPTURE(size);
            const rejection expected = size < one.enough ? rejection::none : one.reason;
            CHECK(fault(one.text.substr(0, size)) == expected);
        }
    }
}

TEST_CASE("a limit that the method is beyond comes before faults behind the method")
{
    frevo::limits bounds;
    bounds.request_line = 5;
    CHECK(find_fault("OPTIONS ", bounds) == rejection::request_line_too_long);
    CHECK(find_fault("OPTIONS  / HTTP/1.1\r\n", bounds) == rejection::request_line_too_long);
    CHECK(find_fault("GET  / HTTP/1.1\r\n", bounds) == rejection::malformed_request_line);
}

TEST_CASE("a guess says what llhttp must have meant")
{
    const std::string line = "POST / HTTP/1.1\r\n";
    CHECK(guess_fault("GET a") == rejection::invalid_target);
    CHECK(guess_fault("GET / H") == rejection::malformed_request_line);
    CHECK(guess_fault("GET /\r") == rejection::malformed_request_line);
    CHECK(guess_fault(line + "X") == rejection::invalid_field);
    CHECK(guess_fault(line + "X: y\r") == rejection::bare_line_end);
    CHECK(guess_fault(line + "Content-Length: x") == rejection::invalid_content_length);
    CHECK(guess_fault(line + "Content-Length: 9\r\n\r") == rejection::invalid_content_length);
    CHECK(guess_fault(line + "Transfer-Encoding: x") == rejection::invalid_transfer_encoding);
    CHECK(
        guess_fault(line + "Content-Length: 1\r\nX: y\r\nTransfer-Encoding:") ==
        rejection::conflicting_framing);
    CHECK(guess_fault("") == rejection::invalid_target);
}
