// SPDX-License-Identifier: BSL-1.0
// The table of flags.
#include "options.hpp"

#include <frevo/core/from_text.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace conformance {

namespace {

/// Reads a value; false if it does not fit.
using setter = bool (*)(options& into, std::string_view value);

template <auto Member>
bool set_text(options& into, std::string_view value)
{
    into.*Member = value;
    return !value.empty();
}

template <auto Member>
bool set_port(options& into, std::string_view value)
{
    const auto port = frevo::from_text<std::uint16_t>(value);
    into.*Member = port.value_or(0);
    return port.has_value();
}

template <auto Member>
bool set_time(options& into, std::string_view value)
{
    const auto time = frevo::from_text<std::uint32_t>(value);
    into.*Member = std::chrono::milliseconds{time.value_or(0)};
    return time.has_value();
}

bool set_threads(options& into, std::string_view value)
{
    const auto threads = frevo::from_text<std::uint16_t>(value);
    into.threads = threads.value_or(0);
    return threads && *threads <= 1024;
}

struct flag
{
    std::string_view name;
    setter set;
    std::string_view expects;
};

constexpr std::string_view port_number = "a number from 0 to 65535";
constexpr std::string_view milliseconds = "a number of milliseconds";

constexpr std::array flags{
    flag{"--host", set_text<&options::host>, "an address"},
    flag{"--port", set_port<&options::port>, port_number},
    flag{"--threads", set_threads, "a number from 0 to 1024"},
    flag{"--static", set_text<&options::static_files>, "a folder"},
    flag{"--header-timeout-ms", set_time<&options::header_timeout>, milliseconds},
    flag{"--idle-timeout-ms", set_time<&options::idle_timeout>, milliseconds},
    flag{"--body-timeout-ms", set_time<&options::body_timeout>, milliseconds},
    flag{"--drain-timeout-ms", set_time<&options::drain_timeout>, milliseconds},
    flag{"--tls-port", set_port<&options::tls_port>, port_number},
    flag{"--tls-cert", set_text<&options::tls_certificate>, "a file"},
    flag{"--tls-key", set_text<&options::tls_key>, "a file"},
};

} // namespace

options read_options(std::span<const char* const> arguments)
{
    options read;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view name = arguments[i];
        if (name == "--trust-proxy") {
            read.trust_proxy = true;
            continue;
        }
        const auto known = std::find_if(
            flags.begin(), flags.end(), [&](const flag& each) { return each.name == name; });
        if (known == flags.end())
            throw usage_error{std::string{"There is no flag \""}.append(name).append("\".")};
        if (++i == arguments.size() || !known->set(read, arguments[i]))
            throw usage_error{std::string{name}.append(" takes ").append(known->expects) + "."};
    }
    return read;
}

} // namespace conformance
