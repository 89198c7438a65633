// SPDX-License-Identifier: BSL-1.0
// Tests of log records, the sink and the default sink's lines.
#include <frevo/core/log.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace frevo;

namespace {

// Takes the place of the sink for a while and keeps what comes.
class keeping_sink final : public log_sink
{
public:
    keeping_sink() : former_(set_log_sink(this)) {}
    ~keeping_sink() override
    {
        set_log_sink(former_);
        set_log_level(log_level::info);
    }

    void write(const log_record& record) noexcept override
    {
        append_log_line(lines.emplace_back(), record);
        times.push_back(record.time);
    }

    std::vector<std::string> lines;
    std::vector<std::chrono::system_clock::time_point> times;

private:
    log_sink* former_;
};

// The line of a record at a fixed time, without the time.
std::string line(std::string_view message, std::initializer_list<log_field> values)
{
    std::string out;
    append_log_line(out, {log_level::info, {}, message, {values.begin(), values.size()}});
    const std::string_view head = "1970-01-01T00:00:00.000Z info ";
    REQUIRE(out.starts_with(head));
    return out.substr(head.size());
}

std::string value(std::string_view text)
{
    return line("m", {{"k", text}}).substr(4);
}

} // namespace

TEST_CASE("a record prints as time, level, message and named values")
{
    std::string out;
    const log_field values[] = {{"port", 8080}, {"path", "/a b"}};
    const std::chrono::sys_days day{std::chrono::year{2026} / 1 / 31};
    append_log_line(
        out, {log_level::warning, day + std::chrono::milliseconds{43'200'123}, "too slow", values});
    CHECK(out == "2026-01-31T12:00:00.123Z warning too slow port=8080 path=\"/a b\"");
}

TEST_CASE("values of every kind are printed")
{
    CHECK(
        line("m", {{"a", -5}, {"b", 5u}, {"c", 1.5}, {"d", true}, {"e", false}, {"f", "x"}}) ==
        "m a=-5 b=5 c=1.5 d=true e=false f=x");
    const std::string text = "owned";
    CHECK(
        line(
            "m", {{"a", text},
                  {"b", std::int64_t{-9'000'000'000}},
                  {"c", std::uint64_t{18'446'744'073'709'551'615u}}}) ==
        "m a=owned b=-9000000000 c=18446744073709551615");
    CHECK(line("m", {}) == "m");
}

TEST_CASE("text is quoted when its end would be unclear")
{
    CHECK(value("plain/text?x:1") == "plain/text?x:1");
    CHECK(value("") == "\"\"");
    CHECK(value("a b") == "\"a b\"");
    CHECK(value("a=b") == "\"a=b\"");
    CHECK(value("say \"hi\"") == R"("say \"hi\"")");
    CHECK(value("back\\slash") == R"("back\\slash")");
    CHECK(value("gr\xc3\xbc\xc3\x9f") == "\"gr\xc3\xbc\xc3\x9f\"");
}

TEST_CASE("nothing a client sends begins a new line or reaches the terminal as a control sequence")
{
    CHECK(value("a\nb\r\tc") == R"("a\nb\r\tc")");
    CHECK(value("\x1b[31mred") == R"("\x1b[31mred")");
    CHECK(value(std::string_view("\0\x7f", 2)) == R"("\x00\x7f")");
    CHECK(
        value("\xc2\x9b"
              "31m") == R"("\xc2\x9b31m")"); // U+009B begins a control sequence, too
    CHECK(value("\xc2\xa0") == "\"\xc2\xa0\"");
    CHECK(value("bad \xff\xe2\x82") == R"("bad \xff\xe2\x82")");
    CHECK(line("first\nsecond", {}) == "first\\nsecond");
    CHECK(line("m", {{"na\nme", 1}}) == "m na\\nme=1");
}

TEST_CASE("records below the level are dropped")
{
    keeping_sink sink;
    CHECK(log_enabled(log_level::info));
    CHECK_FALSE(log_enabled(log_level::debug));
    log(log_level::debug, "dropped");
    log(log_level::info, "kept", {{"n", 1}});
    set_log_level(log_level::error);
    log(log_level::warning, "dropped");
    log(log_level::error, "kept, too");
    set_log_level(log_level::trace);
    log(log_level::trace, "everything");
    set_log_level(log_level::off);
    log(log_level::error, "dropped");
    REQUIRE(sink.lines.size() == 3);
    CHECK(sink.lines[0].ends_with("Z info kept n=1"));
    CHECK(sink.lines[1].ends_with("Z error kept, too"));
    CHECK(sink.lines[2].ends_with("Z trace everything"));
}

TEST_CASE("a record has the time of its call")
{
    const auto before = std::chrono::system_clock::now();
    keeping_sink sink;
    log(log_level::info, "now");
    REQUIRE(sink.times.size() == 1);
    CHECK(sink.times[0] >= before);
}

TEST_CASE("replacing the sink returns the one before it")
{
    keeping_sink outer;
    {
        keeping_sink inner;
        log(log_level::info, "inner");
        CHECK(inner.lines.size() == 1);
    }
    CHECK(outer.lines.empty());
    log(log_level::info, "outer");
    CHECK(outer.lines.size() == 1);
    CHECK(set_log_sink(&outer) == &outer);
}

TEST_CASE("the default sink writes each record with one call, and errno survives")
{
    // A socket that keeps the borders of messages stands in for stderr.
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    const int saved = ::dup(STDERR_FILENO);
    REQUIRE(::dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
    log_sink* const former = set_log_sink(nullptr);
    errno = ENOENT;
    log(log_level::error, "first", {{"text", "a\nb"}});
    const int errno_after = errno;
    log(log_level::info, "second");
    set_log_sink(former);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);

    CHECK(errno_after == ENOENT);
    const auto receive = [&] {
        std::string message(1000, '\0');
        const auto size = ::recv(ends[0], message.data(), message.size(), MSG_DONTWAIT);
        message.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
        return message;
    };
    CHECK(receive().ends_with("Z error first text=\"a\\nb\"\n"));
    CHECK(receive().ends_with("Z info second\n"));
    CHECK(receive().empty());
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("a record that cannot be written is dropped")
{
    const int saved = ::dup(STDERR_FILENO);
    REQUIRE(saved >= 0);
    ::close(STDERR_FILENO);
    log_sink* const former = set_log_sink(nullptr);
    errno = 0;
    log(log_level::error, "nowhere to go");
    const int errno_after = errno;
    set_log_sink(former);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    CHECK(errno_after == 0);
}

TEST_CASE("a pipe that nobody reads does not end the process")
{
    const bool by_default = std::signal(SIGPIPE, SIG_DFL) != SIG_ERR; // would end this very test
    REQUIRE(by_default);
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    const int saved = ::dup(STDERR_FILENO);
    REQUIRE(saved >= 0);
    ::dup2(ends[1], STDERR_FILENO);
    log_sink* const former = set_log_sink(nullptr);
    log(log_level::error, "nobody listens");
    log(log_level::error, "nor now");
    set_log_sink(former);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    ::close(ends[1]);
    sigset_t signals;
    sigemptyset(&signals);
    REQUIRE(sigpending(&signals) == 0);
    CHECK(sigismember(&signals, SIGPIPE) == 0);
    REQUIRE(pthread_sigmask(SIG_SETMASK, nullptr, &signals) == 0);
    CHECK(sigismember(&signals, SIGPIPE) == 0);
}

TEST_CASE("a pipe that nobody reads any more does not stop the program, and what was lost is told")
{
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const int saved = ::dup(STDERR_FILENO);
    REQUIRE(saved >= 0);
    ::dup2(ends[1], STDERR_FILENO);
    log_sink* const former = set_log_sink(nullptr);
    for (int i = 0; i < 3000; ++i) // more than a pipe holds
        log(log_level::error, "a line that is long enough to fill the pipe at some time");
    std::string read(1024 * 1024, '\0');
    const ssize_t first = ::read(ends[0], read.data(), read.size());
    log(log_level::error, "again");
    log(log_level::error, "and again");
    set_log_sink(former);
    ::dup2(saved, STDERR_FILENO);
    ::close(saved);
    ::close(ends[1]);
    CHECK(first > 4096);
    const ssize_t second = ::read(ends[0], read.data(), read.size());
    ::close(ends[0]);
    REQUIRE(second > 0);
    const std::string_view after{read.data(), static_cast<std::size_t>(second)};
    CHECK(after.find(" error again lost_before=") != std::string_view::npos);
    CHECK(after.ends_with(" error and again\n"));
}

TEST_CASE("levels have words")
{
    CHECK(to_string(log_level::trace) == "trace");
    CHECK(to_string(log_level::off) == "off");
    CHECK(to_string(static_cast<log_level>(99)).empty());
}
