// SPDX-License-Identifier: BSL-1.0
#include "support/made_request.hpp"

#include <frevo/core/log.hpp>
#include <frevo/http/time.hpp>
#include <frevo/middleware/access_log.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace frevo;
using frevo::testing::made_request;

namespace {

/// Takes the log for the length of a test.
class log_catcher final : public log_sink
{
public:
    log_catcher() : before_(set_log_sink(this)) {}
    ~log_catcher() override { set_log_sink(before_); }

    void write(const log_record& record) noexcept override
    {
        level = record.level;
        std::string line;
        append_log_line(line, record);
        lines.push_back(line.substr(line.find(' ') + 1)); // without the time
    }

    std::vector<std::string> lines;
    log_level level = log_level::off;

private:
    log_sink* before_;
};

} // namespace

TEST_CASE("an answer is one record with what was asked and how it was answered")
{
    log_catcher caught;
    const access_log hook;
    made_request asked{method::post, "/books?x=1"};
    response answer{status::created, std::string{"12345"}};
    CHECK(!hook.before(asked.get()));
    clock::shift(std::chrono::milliseconds{250});
    hook.after(asked.get(), answer);
    REQUIRE(caught.lines.size() == 1);
    const std::string& line = caught.lines[0];
    CAPTURE(line);
    CHECK(line.find("info request method=POST target=") == 0);
    CHECK(line.find("/books?x=1") != std::string::npos);
    CHECK(line.find("status=201") != std::string::npos);
    CHECK(line.find("bytes=5") != std::string::npos);
    CHECK(line.find("duration_us=25") != std::string::npos); // the shift, and some more
    CHECK(line.find("192.0.2.7:4242") != std::string::npos);
    CHECK(line.find("request_id") == std::string::npos);
}

TEST_CASE("the request's id is logged when it has one")
{
    log_catcher caught;
    const access_log hook;
    made_request asked{method::get, "/"};
    response answer;
    hook.before(asked.get());
    detail::request_access::set_id(asked.get(), "abc-123");
    hook.after(asked.get(), answer);
    REQUIRE(caught.lines.size() == 1);
    CHECK(caught.lines[0].find("request_id=abc-123") != std::string::npos);
}

TEST_CASE("the level is chosen, and nothing is done below the least one")
{
    log_catcher caught;
    made_request asked{method::get, "/"};
    response answer;
    const access_log quiet{log_level::debug};
    quiet.before(asked.get());
    quiet.after(asked.get(), answer);
    CHECK(caught.lines.empty());
    const access_log loud{log_level::warning};
    loud.before(asked.get());
    loud.after(asked.get(), answer);
    CHECK(caught.level == log_level::warning);
}
