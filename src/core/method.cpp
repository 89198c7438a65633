// SPDX-License-Identifier: BSL-1.0
// Text and properties of the request methods.
#include <frevo/core/method.hpp>

#include <array>

namespace frevo {

namespace {

constexpr std::array<std::string_view, method_count> names{
    "", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"};

} // namespace

std::string_view to_string(method m) noexcept
{
    const auto index = static_cast<std::size_t>(m);
    return index < names.size() ? names[index] : std::string_view{};
}

method parse_method(std::string_view token) noexcept
{
    // The most frequent ones first; a token of another length costs one comparison each.
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (token == names[i])
            return static_cast<method>(i);
    }
    return method::unknown;
}

bool is_safe(method m) noexcept
{
    return m == method::get || m == method::head || m == method::options || m == method::trace;
}

bool is_idempotent(method m) noexcept
{
    return is_safe(m) || m == method::put || m == method::delete_;
}

} // namespace frevo
