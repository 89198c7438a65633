// SPDX-License-Identifier: BSL-1.0
#include "support/made_request.hpp"

#include <frevo/middleware/request_id.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace frevo;
using frevo::testing::made_request;

namespace {

std::string id_for(const request_id& hook, made_request& asked)
{
    CHECK(!hook.before(asked.get()));
    response answer;
    hook.after(asked.get(), answer);
    CHECK(answer.headers().get(field::x_request_id) == asked.get().id());
    return std::string{asked.get().id()};
}

std::string id_for(const request_id& hook, const char* sent)
{
    made_request asked{method::get, "/"};
    if (sent != nullptr)
        asked.header("X-Request-Id", sent);
    return id_for(hook, asked);
}

} // namespace

TEST_CASE("a request gets 32 hexadecimal digits that no other has")
{
    const request_id hook;
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const std::string id = id_for(hook, nullptr);
        CHECK(id.size() == 32);
        CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
        CHECK(seen.insert(id).second);
    }
    std::string elsewhere;
    std::thread other{[&] { elsewhere = id_for(hook, nullptr); }};
    other.join();
    CHECK(seen.insert(elsewhere).second);
}

TEST_CASE("a well-formed id of the client is taken over")
{
    const request_id hook;
    CHECK(id_for(hook, "abc-DEF_1.9") == "abc-DEF_1.9");
    const std::string longest(64, 'a');
    CHECK(id_for(hook, longest.c_str()) == longest);
}

TEST_CASE("any other id of the client is replaced")
{
    const request_id hook;
    const std::string too_long(65, 'a');
    for (const std::string& sent :
         {std::string{}, too_long, std::string{"a b"}, std::string{"<b>"}, std::string{"a\"b"},
          std::string{"\xc3\xa9"}}) {
        CAPTURE(sent);
        CHECK(!detail::is_request_id(sent));
        const std::string id = id_for(hook, sent.c_str());
        CHECK(id != sent);
        CHECK(id.size() == 32);
    }
}

TEST_CASE("clients need not be trusted")
{
    request_id hook;
    hook.trust_client(false);
    CHECK(id_for(hook, "abc").size() == 32);
}
