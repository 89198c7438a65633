// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

#include <frevo/features/json_events.hpp>

using namespace json_types;

TEST_CASE("a value of the wrong type is passed over whole")
{
    CHECK(
        faults<item>(
            R"({"name":{"name":[{"quantity":"x"}]},"quantity":[[1],{"a":2}],"price":1,"tags":["t"]})") ==
        "/name type\n/quantity type\n");
    CHECK(
        faults<std::vector<int>>(R"([1,[2,[3]],4,{"a":{}},"x"])") == "/1 type\n/3 type\n/4 type\n");
}

TEST_CASE("passing over a value ends at its end")
{
    const auto got = read<std::vector<identified>>(
        R"([{"x":[{"id":9}],"id":1},{"x":{"id":{"id":9}},"id":2},{"id":3,"y":[]}])");
    REQUIRE(got.size() == 3);
    CHECK(got[0].id == 1);
    CHECK(got[1].id == 2);
    CHECK(got[2].id == 3);
}

TEST_CASE("an exception of nlohmann_json becomes a fault without its number")
{
    using frevo::detail::nlohmann_fault;
    const auto type = nlohmann_fault(302, "[json.exception.type_error.302] type must be string");
    CHECK(type.code == "type");
    CHECK(type.sentence == "type must be string");
    CHECK(nlohmann_fault(403, "key 'a' not found").code == "required");
    CHECK(nlohmann_fault(401, "[x").sentence == "[x");
    CHECK(nlohmann_fault(401, "").code == "range");
    CHECK(nlohmann_fault(501, "other").code == "invalid");
}
