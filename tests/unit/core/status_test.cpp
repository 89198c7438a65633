// SPDX-License-Identifier: BSL-1.0
// Tests of the status codes.
#include <frevo/core/status.hpp>

#include <doctest/doctest.h>

using namespace frevo;

TEST_CASE("registered codes have the reason phrases of their specification")
{
    CHECK(reason_phrase(status::ok) == "OK");
    CHECK(reason_phrase(status::not_found) == "Not Found");
    CHECK(reason_phrase(status::content_too_large) == "Content Too Large");
    CHECK(reason_phrase(status::unprocessable_content) == "Unprocessable Content");
    CHECK(reason_phrase(status::uri_too_long) == "URI Too Long");
    CHECK(reason_phrase(status::non_authoritative_information) == "Non-Authoritative Information");
    CHECK(reason_phrase(status::http_version_not_supported) == "HTTP Version Not Supported");
    CHECK(
        reason_phrase(status::request_header_fields_too_large) ==
        "Request Header Fields Too Large");
    CHECK(to_string(status::gone) == "Gone");
}

TEST_CASE("the named codes are the registered ones")
{
    int named = 0;
    for (unsigned number = 100; number < 1000; ++number)
        named += !reason_phrase(*make_status(number)).empty();
    // RFC 9110 has 44 in use, other specifications 18. 306, 418 and 510 are reserved or obsolete.
    CHECK(named == 60);
    for (unsigned number : {306u, 418u, 510u, 299u, 599u, 999u}) {
        CAPTURE(number);
        CHECK(reason_phrase(*make_status(number)).empty());
    }
    CHECK(to_int(status::misdirected_request) == 421);
    CHECK(to_int(status::network_authentication_required) == 511);
}

TEST_CASE("a status code has three digits")
{
    CHECK(make_status(100) == status::continue_);
    CHECK(make_status(999).has_value());
    CHECK(make_status(204) == status::no_content);
    CHECK_FALSE(make_status(99));
    CHECK_FALSE(make_status(1000));
    CHECK_FALSE(make_status(0));
}

TEST_CASE("the first digit is the class")
{
    CHECK(is_informational(status::early_hints));
    CHECK_FALSE(is_informational(status::ok));
    CHECK(is_successful(status::partial_content));
    CHECK_FALSE(is_successful(status::multiple_choices));
    CHECK(is_redirection(status::permanent_redirect));
    CHECK_FALSE(is_redirection(status::bad_request));
    CHECK(is_client_error(status::unavailable_for_legal_reasons));
    CHECK_FALSE(is_client_error(status::internal_server_error));
    CHECK(is_server_error(*make_status(599)));
    CHECK_FALSE(is_server_error(*make_status(600)));
    CHECK(is_error(status::conflict));
    CHECK(is_error(status::bad_gateway));
    CHECK_FALSE(is_error(status::found));
}

TEST_CASE("1xx, 204 and 304 have no body, and 205 has an empty one")
{
    CHECK_FALSE(has_body(status::continue_));
    CHECK_FALSE(has_body(status::early_hints));
    CHECK_FALSE(has_body(status::no_content));
    CHECK_FALSE(has_body(status::not_modified));
    CHECK(has_body(status::reset_content));
    CHECK_FALSE(allows_content(status::reset_content));
    CHECK_FALSE(allows_content(status::no_content));
    CHECK(has_body(status::ok));
    CHECK(allows_content(status::ok));
    CHECK(allows_content(status::not_found));
}
