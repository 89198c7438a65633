// SPDX-License-Identifier: BSL-1.0
// One table of options for the command line, the environment and the help.
#include "options.hpp"

#include <frevo/core/from_text.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace tracker {

namespace {

constexpr std::size_t most_threads = 1024;

/// Reads a value; false if it does not fit.
using setter = bool (*)(options& into, std::string_view value);

template <auto Member>
bool set_text(options& into, std::string_view value)
{
    into.*Member = value;
    return !value.empty();
}

bool set_port(options& into, std::string_view value)
{
    const auto port = frevo::from_text<std::uint16_t>(value);
    into.port = port.value_or(0);
    return port.has_value();
}

bool set_threads(options& into, std::string_view value)
{
    const auto threads = frevo::from_text<std::size_t>(value);
    into.threads = threads.value_or(0);
    return threads && *threads <= most_threads;
}

struct setting
{
    std::string_view flag;
    const char* variable;
    setter set;
    std::string_view expects;
    std::string_view meaning;
};

constexpr std::array settings{
    setting{
        "--host", "HOST", set_text<&options::host>, "an address",
        "numeric address to listen on (127.0.0.1)"},
    setting{
        "--port", "PORT", set_port, "a number from 0 to 65535",
        "port to listen on; 0 takes any that is free (8080)"},
    setting{
        "--threads", "THREADS", set_threads, "a number from 0 to 1024",
        "threads that serve; 0 means one per core (0)"},
    setting{
        "--database", "DATABASE", set_text<&options::database>, "a path",
        "SQLite file, made when it is not there (tracker.db)"},
};

void apply(const setting& to, options& into, std::string_view value, std::string_view source)
{
    if (to.set(into, value))
        return;
    throw usage_error{std::string{source}
                          .append(" takes ")
                          .append(to.expects)
                          .append(", not \"")
                          .append(value)
                          .append("\".")};
}

} // namespace

options read_options(std::span<const char* const> arguments, const environment& variable)
{
    options read;
    for (const setting& each : settings) {
        if (const char* value = variable(each.variable))
            apply(each, read, value, each.variable);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            read.help = true;
            continue;
        }
        const std::string_view flag = argument.substr(0, argument.find('='));
        const auto known = std::find_if(settings.begin(), settings.end(), [&](const setting& each) {
            return each.flag == flag;
        });
        if (known == settings.end())
            throw usage_error{"There is no option \"" + std::string{argument} + "\"."};
        if (flag.size() < argument.size())
            apply(*known, read, argument.substr(flag.size() + 1), flag);
        else if (i + 1 < arguments.size())
            apply(*known, read, arguments[++i], flag);
        else
            throw usage_error{std::string{flag}.append(" takes ").append(known->expects) + "."};
    }
    return read;
}

std::string usage()
{
    std::string text = "Usage: rest_service [option...]\n\n"
                       "Serves projects and their tasks as JSON from an SQLite file.\n\n";
    for (const setting& each : settings) {
        std::string line = "  " + std::string{each.flag} + " <value>";
        line.resize(24, ' ');
        line.append(each.variable).resize(34, ' ');
        text.append(line).append(each.meaning).append("\n");
    }
    return text.append("  --help                          this text\n\n"
                       "The second column names the environment variable that counts when the "
                       "option is not given.\n");
}

} // namespace tracker
