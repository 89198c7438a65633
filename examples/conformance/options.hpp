// SPDX-License-Identifier: BSL-1.0
// What the command line says.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace conformance {

struct options
{
    std::string host = "127.0.0.1";
    std::uint16_t port = 8080;
    std::size_t threads = 1; ///< 0: one per core
    std::string static_files;
    std::chrono::milliseconds header_timeout{10'000};
    std::chrono::milliseconds idle_timeout{10'000};
    std::chrono::milliseconds body_timeout{10'000};
    std::chrono::milliseconds drain_timeout{10'000};
    std::optional<std::uint16_t> tls_port;
    std::string tls_certificate;
    std::string tls_key;
    bool trust_proxy = false;
};

/// A command line that cannot be understood; `what()` is a sentence.
class usage_error : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Reads the arguments after the program's name. Errors: `usage_error`.
options read_options(std::span<const char* const> arguments);

} // namespace conformance
