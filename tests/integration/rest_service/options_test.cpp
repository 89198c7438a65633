// SPDX-License-Identifier: BSL-1.0
// The options of the example rest_service.
#include "options.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace tracker;

namespace {

options
read(const std::vector<const char*>& arguments, const std::map<std::string, const char*>& set = {})
{
    return read_options(arguments, [&set](const char* name) {
        const auto found = set.find(name);
        return found == set.end() ? nullptr : found->second;
    });
}

} // namespace

TEST_CASE("options have defaults")
{
    const options chosen = read({});
    CHECK(chosen.host == "127.0.0.1");
    CHECK(chosen.port == 8080);
    CHECK(chosen.threads == 0);
    CHECK(chosen.database == "tracker.db");
    CHECK(!chosen.help);
}

TEST_CASE("options are read in both spellings")
{
    const options chosen =
        read({"--port", "9000", "--threads=4", "--database", "/tmp/x.db", "--host=::1"});
    CHECK(chosen.port == 9000);
    CHECK(chosen.threads == 4);
    CHECK(chosen.database == "/tmp/x.db");
    CHECK(chosen.host == "::1");
}

TEST_CASE("the environment counts where the command line says nothing")
{
    const options chosen =
        read({"--port", "9000"}, {{"PORT", "7000"}, {"THREADS", "3"}, {"DATABASE", "e.db"}});
    CHECK(chosen.port == 9000);
    CHECK(chosen.threads == 3);
    CHECK(chosen.database == "e.db");
}

TEST_CASE("help is asked for in two ways, and names every option")
{
    CHECK(read({"--help"}).help);
    CHECK(read({"-h"}).help);
    for (const char* part : {"--host", "--port", "--threads", "--database", "PORT", "DATABASE"})
        CHECK(usage().find(part) != std::string::npos);
}

TEST_CASE("wrong options are named")
{
    CHECK_THROWS_WITH_AS(
        read({"--port", "many"}), "--port takes a number from 0 to 65535, not \"many\".",
        usage_error);
    CHECK_THROWS_WITH_AS(
        read({"--port=65536"}), "--port takes a number from 0 to 65535, not \"65536\".",
        usage_error);
    CHECK_THROWS_WITH_AS(
        read({"--threads"}), "--threads takes a number from 0 to 1024.", usage_error);
    CHECK_THROWS_WITH_AS(read({"--colour"}), "There is no option \"--colour\".", usage_error);
    CHECK_THROWS_WITH_AS(read({"serve"}), "There is no option \"serve\".", usage_error);
    CHECK_THROWS_WITH_AS(
        read({}, {{"THREADS", "-1"}}), "THREADS takes a number from 0 to 1024, not \"-1\".",
        usage_error);
}
