// SPDX-License-Identifier: BSL-1.0
// The answer that the test client got.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/status.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frevo::testing {

/// An answer as it came over the wire. Threads: a value.
class FREVO_COMPONENT_API reply
{
public:
    reply() = default;

    /// Reads one response from the front of `bytes`, removing it there; nothing while it is
    /// incomplete. `to_head`: the request was a HEAD, so no body follows. `at_end`: no more bytes
    /// will come. Errors: throws `std::runtime_error` when it is no HTTP/1.1 response. Source: RFC
    /// 9112 sections 4 and 6.
    static std::optional<reply> take(std::string& bytes, bool to_head, bool at_end);

    frevo::status status() const noexcept { return status_; }
    /// The value of the first field with this name; an empty text when there is none.
    /// Lifetime: as the reply.
    std::string_view header(std::string_view name) const noexcept;
    /// All field lines in order.
    std::vector<std::pair<std::string, std::string>> headers() && { return std::move(headers_); }
    const std::vector<std::pair<std::string, std::string>>& headers() const& noexcept
    {
        return headers_;
    }
    /// The body, without chunk framing.
    const std::string& text() const noexcept { return text_; }

private:
    frevo::status status_{};
    std::vector<std::pair<std::string, std::string>> headers_;
    std::string text_;
};

} // namespace frevo::testing
