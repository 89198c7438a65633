// SPDX-License-Identifier: BSL-1.0
// Printing and reading of HTTP dates.
#include <frevo/core/ascii.hpp>
#include <frevo/core/date.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace frevo {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::array<std::string_view, 7> day_names{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
constexpr std::string_view month_names = "JanFebMarAprMayJunJulAugSepOctNovDec";

constexpr http_time earliest = sys_days{std::chrono::year{0} / 1 / 1};
constexpr http_time latest =
    sys_days{std::chrono::year{9999} / 12 / 31} + hours{23} + minutes{59} + seconds{59};

char* put_text(char* out, std::string_view text) noexcept
{
    std::memcpy(out, text.data(), text.size());
    return out + text.size();
}

char* put_number(char* out, unsigned number, int width) noexcept
{
    for (int i = width - 1; i >= 0; --i, number /= 10)
        out[i] = static_cast<char>('0' + number % 10);
    return out + width;
}

// Reads a date from its front; after the first thing that does not fit, all that follows fails.
class date_reader
{
public:
    explicit date_reader(std::string_view text) noexcept : rest_(text) {}

    bool complete() const noexcept { return ok_ && rest_.empty(); }

    void skip(std::string_view text) noexcept
    {
        if (check(rest_.starts_with(text)))
            rest_.remove_prefix(text.size());
    }

    // A day's name, in full or its first three letters.
    void skip_day(bool in_full) noexcept
    {
        for (std::string_view name : day_names) {
            if (!in_full)
                name = name.substr(0, 3);
            if (rest_.starts_with(name)) {
                rest_.remove_prefix(name.size());
                return;
            }
        }
        ok_ = false;
    }

    unsigned month() noexcept
    {
        const std::size_t at =
            rest_.size() < 3 ? std::string_view::npos : month_names.find(rest_.substr(0, 3));
        if (!check(at != std::string_view::npos && at % 3 == 0))
            return 0;
        rest_.remove_prefix(3);
        return static_cast<unsigned>(at / 3 + 1);
    }

    unsigned number(std::size_t digits) noexcept
    {
        unsigned value = 0;
        if (!check(rest_.size() >= digits))
            return 0;
        for (const char c : rest_.substr(0, digits)) {
            if (!check(is_digit(c)))
                return 0;
            value = value * 10 + static_cast<unsigned>(c - '0');
        }
        rest_.remove_prefix(digits);
        return value;
    }

    // A day of the month that may have a blank for its first digit.
    unsigned padded_day() noexcept
    {
        if (!rest_.starts_with(' '))
            return number(2);
        rest_.remove_prefix(1);
        return number(1);
    }

    seconds time_of_day() noexcept
    {
        const unsigned hour = number(2);
        skip(":");
        const unsigned minute = number(2);
        skip(":");
        const unsigned second = number(2);
        check(hour < 24 && minute < 60 && second <= 60);
        return hours{hour} + minutes{minute} + seconds{second};
    }

    std::optional<http_time>
    make(unsigned year, unsigned month, unsigned day, seconds time) const noexcept
    {
        const year_month_day date{
            std::chrono::year{static_cast<int>(year)}, std::chrono::month{month},
            std::chrono::day{day}};
        if (!complete() || !date.ok())
            return std::nullopt;
        return sys_days{date} + time;
    }

private:
    bool check(bool fits) noexcept
    {
        ok_ = ok_ && fits;
        return ok_;
    }

    std::string_view rest_;
    bool ok_ = true;
};

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<http_time> parse_imf_fixdate(std::string_view text) noexcept
{
    date_reader in{text};
    in.skip_day(false);
    in.skip(", ");
    const unsigned day = in.number(2);
    in.skip(" ");
    const unsigned month = in.month();
    in.skip(" ");
    const unsigned year = in.number(4);
    in.skip(" ");
    const seconds time = in.time_of_day();
    in.skip(" GMT");
    return in.make(year, month, day, time);
}

// "Sunday, 06-Nov-94 08:49:37 GMT"
std::optional<http_time> parse_rfc850(std::string_view text, http_time now) noexcept
{
    date_reader in{text};
    in.skip_day(true);
    in.skip(", ");
    const unsigned day = in.number(2);
    in.skip("-");
    const unsigned month = in.month();
    in.skip("-");
    const unsigned short_year = in.number(2);
    in.skip(" ");
    const seconds time = in.time_of_day();
    in.skip(" GMT");

    // The last year with these digits that is not more than 50 years ahead.
    const year_month_day today{std::chrono::floor<days>(now)};
    const int limit = std::clamp(static_cast<int>(today.year()) + 50, 100, 9999);
    const auto last = static_cast<unsigned>(limit);
    unsigned year = last - last % 100 + short_year;
    if (year > last)
        year -= 100;
    const auto date = in.make(year, month, day, time);
    if (date && year == last) {
        // Within the fiftieth year the day decides.
        const auto ahead = [](const year_month_day& d) { return d.month() / d.day(); };
        if (ahead(year_month_day{std::chrono::floor<days>(*date)}) > ahead(today))
            return in.make(year - 100, month, day, time);
    }
    return date;
}

// "Sun Nov  6 08:49:37 1994"
std::optional<http_time> parse_asctime(std::string_view text) noexcept
{
    date_reader in{text};
    in.skip_day(false);
    in.skip(" ");
    const unsigned month = in.month();
    in.skip(" ");
    const unsigned day = in.padded_day();
    in.skip(" ");
    const seconds time = in.time_of_day();
    in.skip(" ");
    const unsigned year = in.number(4);
    return in.make(year, month, day, time);
}

http_time system_now() noexcept
{
    return std::chrono::floor<seconds>(std::chrono::system_clock::now());
}

// Trivially destructible and constant-initialised, so that access needs no guard.
struct printed_date
{
    http_time time = http_time::min();
    char text[http_date_size] = {};
};

constinit thread_local printed_date latest_print;

} // namespace

void print_http_date(http_time time, char* out) noexcept
{
    time = std::clamp(time, earliest, latest);
    const auto day = std::chrono::floor<days>(time);
    const year_month_day date{day};
    const std::chrono::hh_mm_ss clock{time - day};
    const unsigned month = static_cast<unsigned>(date.month());

    out = put_text(out, day_names[std::chrono::weekday{day}.c_encoding()].substr(0, 3));
    out = put_text(out, ", ");
    out = put_number(out, static_cast<unsigned>(date.day()), 2);
    out = put_text(out, " ");
    out = put_text(out, month_names.substr((month - 1) * 3, 3));
    out = put_text(out, " ");
    out = put_number(out, static_cast<unsigned>(static_cast<int>(date.year())), 4);
    out = put_text(out, " ");
    out = put_number(out, static_cast<unsigned>(clock.hours().count()), 2);
    out = put_text(out, ":");
    out = put_number(out, static_cast<unsigned>(clock.minutes().count()), 2);
    out = put_text(out, ":");
    out = put_number(out, static_cast<unsigned>(clock.seconds().count()), 2);
    put_text(out, " GMT");
}

std::string to_http_date(http_time time)
{
    std::string text(http_date_size, '\0');
    print_http_date(time, text.data());
    return text;
}

std::optional<http_time> parse_http_date(std::string_view text, http_time now) noexcept
{
    if (text.size() < 4)
        return std::nullopt;
    if (text[3] == ',')
        return parse_imf_fixdate(text);
    if (text[3] == ' ')
        return parse_asctime(text);
    return parse_rfc850(text, now);
}

std::optional<http_time> parse_http_date(std::string_view text) noexcept
{
    return parse_http_date(text, system_now());
}

std::string_view http_date_now(http_time now) noexcept
{
    printed_date& date = latest_print;
    if (date.time != now) {
        print_http_date(now, date.text);
        date.time = now;
    }
    return {date.text, http_date_size};
}

} // namespace frevo
