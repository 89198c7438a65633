// SPDX-License-Identifier: BSL-1.0
// Gives every request an identifier.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <optional>
#include <string_view>

namespace frevo {

/// Middleware that gives every request an id, see `request::id`, and states it in X-Request-ID of
/// the answer.
///
/// An id that the client sends is taken over if it is well formed: up to 64 letters, digits and
/// "-._". Otherwise it is 32 hexadecimal digits from the system's random generator.
/// Cost: a system call for every 16 ids, no allocation.
class FREVO_API request_id
{
public:
    request_id() noexcept = default;

    /// Whether ids from the client are taken over. Default: yes; turn it off where clients are not
    /// trusted to tell requests apart.
    request_id& trust_client(bool trusted) noexcept
    {
        trust_client_ = trusted;
        return *this;
    }

    std::optional<response> before(request& req) const;
    void after(const request& req, response& answer) const;

private:
    bool trust_client_ = true;
};

namespace detail {

/// Tells whether a client's id may be taken over.
FREVO_API bool is_request_id(std::string_view text) noexcept;

} // namespace detail
} // namespace frevo
