// SPDX-License-Identifier: BSL-1.0
// Tests of the request methods.
#include <frevo/core/method.hpp>

#include <doctest/doctest.h>

using namespace frevo;

namespace {

constexpr method known[] = {method::get,     method::head,  method::post,
                            method::put,     method::patch, method::delete_,
                            method::options, method::trace, method::connect};

} // namespace

TEST_CASE("every method reads back from its token")
{
    static_assert(std::size(known) + 1 == method_count);
    for (const method m : known) {
        CAPTURE(to_string(m));
        CHECK_FALSE(to_string(m).empty());
        CHECK(parse_method(to_string(m)) == m);
    }
    CHECK(to_string(method::delete_) == "DELETE");
    CHECK(parse_method("PATCH") == method::patch);
}

TEST_CASE("method tokens are case-sensitive and complete")
{
    for (const std::string_view token :
         {"", "get", "Get", "GE", "GETS", " GET", "GET ", "PROPFIND", "DELETE_"}) {
        CAPTURE(token);
        CHECK(parse_method(token) == method::unknown);
    }
    CHECK(parse_method(std::string_view("GET\0", 4)) == method::unknown);
}

TEST_CASE("an unknown method and a number outside the list have no token")
{
    CHECK(to_string(method::unknown).empty());
    CHECK(to_string(static_cast<method>(200)).empty());
}

TEST_CASE("safe and idempotent methods are those of RFC 9110 section 9.2")
{
    for (const method m : known) {
        CAPTURE(to_string(m));
        const bool safe =
            m == method::get || m == method::head || m == method::options || m == method::trace;
        CHECK(is_safe(m) == safe);
        CHECK(is_idempotent(m) == (safe || m == method::put || m == method::delete_));
    }
    CHECK_FALSE(is_safe(method::unknown));
    CHECK_FALSE(is_idempotent(method::unknown));
}
