// SPDX-License-Identifier: BSL-1.0
// The category of frevo's error codes.
#include <frevo/core/error.hpp>

#include <string>

namespace frevo {

namespace {

const char* text_of(int code) noexcept
{
    switch (static_cast<errc>(code)) {
    case errc::body_too_large:
        return "the body is larger than its limit";
    case errc::body_malformed:
        return "the body is malformed";
    case errc::body_incomplete:
        return "the client stopped before the body was complete";
    case errc::body_consumed:
        return "the body has already been read";
    case errc::client_left:
        return "the client has gone away";
    case errc::deadline_passed:
        return "the deadline has passed";
    case errc::shutting_down:
        return "the server is stopping";
    case errc::stream_closed:
        return "the stream has been closed";
    case errc::protocol_violation:
        return "the peer broke the protocol";
    case errc::not_upgradable:
        return "the request cannot be upgraded";
    }
    return "unknown error";
}

// Boost gives error_category a protected destructor that is not virtual, on purpose: categories are
// never destroyed through it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"
class category final : public boost::system::error_category
{
public:
    // The number makes two copies of the library agree on which category this is.
    constexpr category() noexcept : error_category(0x66726576'6f000001u) {}

    const char* name() const noexcept override { return "frevo"; }
    std::string message(int code) const override { return text_of(code); }
    const char* message(int code, char*, std::size_t) const noexcept override
    {
        return text_of(code);
    }
};
#pragma GCC diagnostic pop

constexpr category instance;

} // namespace

const boost::system::error_category& error_category() noexcept
{
    return instance;
}

} // namespace frevo
