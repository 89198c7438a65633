// SPDX-License-Identifier: BSL-1.0
// Printing of log records, and the default sink.
#include "core/utf8.hpp"

#include <frevo/core/log.hpp>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace frevo {

namespace {

// Null stands for the default sink, so that logging works before and after all static objects.
std::atomic<log_sink*> current_sink{nullptr};

void append_padded(std::string& out, unsigned number, std::size_t width)
{
    char digits[10];
    for (std::size_t i = width; i-- > 0; number /= 10)
        digits[i] = static_cast<char>('0' + number % 10);
    out.append(digits, width);
}

// "2026-01-31T12:00:00.123Z". Source: RFC 3339 section 5.6.
void append_time(std::string& out, std::chrono::system_clock::time_point time)
{
    namespace chrono = std::chrono;
    const auto millis = chrono::floor<chrono::milliseconds>(time);
    const auto day = chrono::floor<chrono::days>(millis);
    const chrono::year_month_day date{day};
    const chrono::hh_mm_ss clock{millis - day};
    append_padded(out, static_cast<unsigned>(static_cast<int>(date.year())), 4);
    out += '-';
    append_padded(out, static_cast<unsigned>(date.month()), 2);
    out += '-';
    append_padded(out, static_cast<unsigned>(date.day()), 2);
    out += 'T';
    append_padded(out, static_cast<unsigned>(clock.hours().count()), 2);
    out += ':';
    append_padded(out, static_cast<unsigned>(clock.minutes().count()), 2);
    out += ':';
    append_padded(out, static_cast<unsigned>(clock.seconds().count()), 2);
    out += '.';
    append_padded(out, static_cast<unsigned>(clock.subseconds().count()), 3);
    out += 'Z';
}

void append_byte_escape(std::string& out, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    out += "\\x";
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
}

void append_ascii(std::string& out, char c, bool quoted)
{
    if (c == '\n')
        out += "\\n";
    else if (c == '\r')
        out += "\\r";
    else if (c == '\t')
        out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        append_byte_escape(out, c);
    else if (quoted && (c == '"' || c == '\\'))
        (out += '\\') += c;
    else
        out += c;
}

// Log files are read on terminals and by programs that go by lines: nothing a client sends may
// begin a new line or reach the terminal as a control sequence. That includes U+0080 to U+009F.
void append_printable(std::string& out, std::string_view text, bool quoted)
{
    while (!text.empty()) {
        const detail::utf8_step step = detail::next_utf8(text);
        const std::string_view run = text.substr(0, step.size);
        text.remove_prefix(step.size);
        const auto first = static_cast<unsigned char>(run[0]);
        const bool control =
            first == 0xc2 && run.size() == 2 && static_cast<unsigned char>(run[1]) < 0xa0;
        if (!step.valid || control) {
            for (const char c : run)
                append_byte_escape(out, c);
        } else if (first < 0x80) {
            for (const char c : run)
                append_ascii(out, c, quoted);
        } else {
            out += run;
        }
    }
}

bool needs_quotes(std::string_view text) noexcept
{
    for (const char c : text) {
        if (static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '=' || c == '\\' ||
            static_cast<unsigned char>(c) >= 0x7f)
            return true;
    }
    return text.empty();
}

template <class T>
void append_number(std::string& out, T number)
{
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number);
    static_cast<void>(error);
    out.append(text, static_cast<std::size_t>(end - text));
}

void append_value(std::string& out, const log_value& value)
{
    switch (value.type()) {
    case log_value::kind::text:
        if (needs_quotes(value.text())) {
            out += '"';
            append_printable(out, value.text(), true);
            out += '"';
        } else {
            out += value.text();
        }
        break;
    case log_value::kind::signed_integer:
        append_number(out, value.signed_integer());
        break;
    case log_value::kind::unsigned_integer:
        append_number(out, value.unsigned_integer());
        break;
    case log_value::kind::number:
        append_number(out, value.number());
        break;
    case log_value::kind::boolean:
        out += value.boolean() ? "true" : "false";
        break;
    }
}

/// Keeps the signal from this thread that a pipe without a reader raises, and takes it away again:
/// a broken log must not end the process, nor change how it handles signals.
class no_pipe_signal
{
public:
    no_pipe_signal() noexcept
    {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    no_pipe_signal(const no_pipe_signal&) = delete;
    no_pipe_signal& operator=(const no_pipe_signal&) = delete;
    ~no_pipe_signal()
    {
        // Where it was blocked before, it is somebody else's.
        if (raised_ && sigismember(&before_, SIGPIPE) == 0 && is_pending()) {
            int taken = 0;
            sigwait(&pipe_, &taken);
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

    void raised() noexcept { raised_ = true; }

private:
    static bool is_pending() noexcept
    {
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        return sigismember(&pending, SIGPIPE) == 1;
    }

    sigset_t pipe_;
    sigset_t before_;
    bool raised_ = false;
};

/// Whether standard error takes a line soon. A reader that sleeps must not stop the server: it
/// costs a short wait once, then lines are dropped and counted until it reads again.
class stuck_reader
{
public:
    bool takes_lines() noexcept
    {
        pollfd asked{STDERR_FILENO, POLLOUT, 0};
        const bool ready = ::poll(&asked, 1, stuck_.load() ? 0 : patience_ms) != 0;
        stuck_ = !ready;
        if (!ready)
            ++lost_;
        return ready;
    }

    std::uint64_t take_lost() noexcept { return lost_.exchange(0); }

private:
    static constexpr int patience_ms = 50;

    std::atomic<bool> stuck_{false};
    std::atomic<std::uint64_t> lost_{0};
};

stuck_reader reader_of_stderr;

// One call for the line keeps lines of several threads and processes apart.
void write_to_stderr(const log_record& record)
{
    std::string line;
    line.reserve(256);
    append_log_line(line, record);
    line += '\n';
    if (!reader_of_stderr.takes_lines())
        return;
    if (const std::uint64_t lost = reader_of_stderr.take_lost())
        line.insert(line.size() - 1, " lost_before=" + std::to_string(lost));
    no_pipe_signal guard;
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, rest.data(), rest.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            if (errno == EPIPE)
                guard.raised();
            return;
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

log_sink::~log_sink() = default;

std::string_view to_string(log_level level) noexcept
{
    switch (level) {
    case log_level::trace:
        return "trace";
    case log_level::debug:
        return "debug";
    case log_level::info:
        return "info";
    case log_level::warning:
        return "warning";
    case log_level::error:
        return "error";
    case log_level::off:
        return "off";
    }
    return {};
}

log_sink* set_log_sink(log_sink* sink) noexcept
{
    return current_sink.exchange(sink, std::memory_order_acq_rel);
}

void set_log_level(log_level level) noexcept
{
    detail::minimum_log_level.store(level, std::memory_order_relaxed);
}

void append_log_line(std::string& out, const log_record& record)
{
    append_time(out, record.time);
    out += ' ';
    out += to_string(record.level);
    out += ' ';
    append_printable(out, record.message, false);
    for (const log_field& field : record.values) {
        out += ' ';
        append_printable(out, field.name, false);
        out += '=';
        append_value(out, field.value);
    }
}

namespace detail {

std::atomic<log_level> minimum_log_level{log_level::info};

void write_log(
    log_level level, std::string_view message, std::span<const log_field> values) noexcept
{
    const int saved_errno = errno;
    const log_record record{level, std::chrono::system_clock::now(), message, values};
    if (log_sink* const sink = current_sink.load(std::memory_order_acquire)) {
        sink->write(record);
    } else {
        try {
            write_to_stderr(record);
        } catch (...) {
            // No memory for the line: losing it is better than stopping the server.
        }
    }
    errno = saved_errno;
}

} // namespace detail

} // namespace frevo
