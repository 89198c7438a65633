// SPDX-License-Identifier: BSL-1.0
// Log records of a level, a message and named values, and the sink they go to.
#pragma once

#include <frevo/config.hpp>

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace frevo {

/// Weight of a log record.
enum class log_level : std::uint8_t
{
    trace,
    debug,
    info,
    warning,
    error,
    /// For `set_log_level` only: nothing is logged.
    off,
};

/// Returns the level's word, such as "info". Lifetime: static storage.
FREVO_API std::string_view to_string(log_level level) noexcept;

/// The value of a log field: text, a number or a boolean.
///
/// Lifetime: text is a view; it is used only during the call of `log`.
class log_value
{
public:
    enum class kind : std::uint8_t
    {
        text,
        signed_integer,
        unsigned_integer,
        number,
        boolean
    };

    log_value(std::string_view text) noexcept : kind_(kind::text), text_(text) {} // NOLINT
    log_value(const char* text) noexcept : log_value(std::string_view{text}) {}   // NOLINT
    log_value(const std::string& text) noexcept                                   // NOLINT
        : log_value(std::string_view{text})
    {}
    log_value(bool value) noexcept : kind_(kind::boolean), unsigned_(value) {} // NOLINT
    template <std::signed_integral T>
    log_value(T value) noexcept : kind_(kind::signed_integer), signed_(value) // NOLINT
    {}
    template <std::unsigned_integral T>
    log_value(T value) noexcept : kind_(kind::unsigned_integer), unsigned_(value) // NOLINT
    {}
    log_value(double value) noexcept : kind_(kind::number), number_(value) {} // NOLINT

    kind type() const noexcept { return kind_; }
    /// Precondition of each: `type()` is the kind of this name. Lifetime: of the text given.
    std::string_view text() const noexcept { return text_; }
    std::int64_t signed_integer() const noexcept { return signed_; }
    std::uint64_t unsigned_integer() const noexcept { return unsigned_; }
    double number() const noexcept { return number_; }
    bool boolean() const noexcept { return unsigned_ != 0; }

private:
    kind kind_;
    union
    {
        std::string_view text_;
        std::int64_t signed_;
        std::uint64_t unsigned_;
        double number_;
    };
};

/// One named value of a log record. Lifetime: as `log_value`.
struct log_field
{
    std::string_view name;
    log_value value;
};

/// What a sink receives. Lifetime: valid during the call of `log_sink::write`.
struct log_record
{
    log_level level;
    std::chrono::system_clock::time_point time;
    std::string_view message;
    std::span<const log_field> values;
};

/// Where log records go. Derive from it and pass it to `set_log_sink`.
///
/// Threads: `write` is called from any thread, at the same time too.
class FREVO_API log_sink
{
public:
    virtual ~log_sink();

    /// Takes one record. It must not log itself.
    virtual void write(const log_record& record) noexcept = 0;
};

/// Sends records to this sink from now on, or to stderr again for null; returns the sink before it.
///
/// The default sink writes one line per record with one system call, with unprintable text escaped.
/// Lifetime: the sink must outlive its use; calls already running may still use the former one.
/// Threads: any.
FREVO_API log_sink* set_log_sink(log_sink* sink) noexcept;

/// Drops records below this level from now on. Default: `info`. Threads: any.
FREVO_API void set_log_level(log_level level) noexcept;

namespace detail {

FREVO_API extern std::atomic<log_level> minimum_log_level;
FREVO_API void
write_log(log_level level, std::string_view message, std::span<const log_field> values) noexcept;

} // namespace detail

/// Tells whether a record of this level would be logged. Cost: one load.
inline bool log_enabled(log_level level) noexcept
{
    return level >= detail::minimum_log_level.load(std::memory_order_relaxed);
}

/// Logs a message with named values: `log(log_level::info, "listening", {{"port", 8080}})`.
///
/// The message is a fixed sentence; what varies goes into the values.
/// Threads: any. Cost: one load when the level is dropped.
inline void
log(log_level level, std::string_view message,
    std::initializer_list<log_field> values = {}) noexcept
{
    if (log_enabled(level))
        detail::write_log(level, message, {values.begin(), values.size()});
}

/// Appends the record as one line without its end, the way the default sink prints it:
/// `2026-01-31T12:00:00.123Z info listening port=8080`.
FREVO_API void append_log_line(std::string& out, const log_record& record);

} // namespace frevo
