// SPDX-License-Identifier: BSL-1.0
// Takes over or makes an id, and says it to the client.
#include <frevo/core/ascii.hpp>
#include <frevo/http/service.hpp>
#include <frevo/middleware/request_id.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <sys/random.h>
#include <system_error>

namespace frevo {

namespace {

constexpr std::size_t id_bytes = 16;

/// Random bytes of this thread, taken from the system in batches.
class random_batch
{
public:
    const unsigned char* next()
    {
        if (used_ + id_bytes > bytes_.size())
            fill();
        const unsigned char* const taken = bytes_.data() + used_;
        used_ += id_bytes;
        return taken;
    }

private:
    void fill()
    {
        // Up to 256 bytes come whole and are not interrupted once the generator is seeded
        // (getrandom(2)).
        ssize_t got = 0;
        do
            got = ::getrandom(bytes_.data(), bytes_.size(), 0);
        while (got < 0 && errno == EINTR);
        if (got != static_cast<ssize_t>(bytes_.size()))
            throw std::system_error{errno, std::generic_category(), "getrandom"};
        used_ = 0;
    }

    std::array<unsigned char, 256> bytes_;
    std::size_t used_ = bytes_.size();
};

/// Makes an id in the request's memory.
std::string_view make_id(request& req)
{
    thread_local random_batch batch;
    const unsigned char* const bytes = batch.next();
    std::array<char, 2 * id_bytes> text;
    for (std::size_t i = 0; i < id_bytes; ++i) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    return detail::request_access::keep(req, {text.data(), text.size()});
}

} // namespace

namespace detail {

bool is_request_id(std::string_view text) noexcept
{
    if (text.empty() || text.size() > 64)
        return false;
    for (const char c : text) {
        if (!is_alpha(c) && !is_digit(c) && c != '-' && c != '.' && c != '_')
            return false;
    }
    return true;
}

} // namespace detail

std::optional<response> request_id::before(request& req) const
{
    const auto sent = trust_client_ ? req.header(field::x_request_id) : std::nullopt;
    const bool usable = sent && detail::is_request_id(*sent);
    detail::request_access::set_id(req, usable ? *sent : make_id(req));
    return std::nullopt;
}

void request_id::after(const request& req, response& answer) const
{
    if (!req.id().empty())
        answer.header(field::x_request_id, req.id());
}

} // namespace frevo
