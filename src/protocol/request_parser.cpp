// SPDX-License-Identifier: BSL-1.0
// Follows a request head by llhttp as it comes in; the only file that includes its header.

#include "protocol/request_parser.hpp"

#include <llhttp.h>

#include <new>

#if LLHTTP_VERSION_MAJOR < 8 || (LLHTTP_VERSION_MAJOR == 8 && LLHTTP_VERSION_MINOR < 1)
#error "frevo needs llhttp 8.1 or later."
#endif
#if LLHTTP_VERSION_MAJOR == 8 && !LLHTTP_STRICT_MODE
#error "llhttp 8 must be compiled with LLHTTP_STRICT_MODE=1, here as well as in its own sources."
#endif

namespace frevo::detail {

static_assert(sizeof(llhttp_t) <= 128, "request_parser::state_size is too small");
static_assert(alignof(llhttp_t) <= 8);

namespace {

/// What a callback returns to stop with an error.
constexpr int stop = -1;

} // namespace

struct request_parser::callbacks
{
    static request_parser& self(llhttp_t* state) noexcept
    {
        return *static_cast<request_parser*>(state->data);
    }

    static std::uint32_t offset(const request_parser& parser, const char* at) noexcept
    {
        return static_cast<std::uint32_t>(at - parser.base_);
    }

    /// Fails so that the byte at `at` is the last one that tells why, or for a CR the byte behind
    /// it.
    static int refuse(request_parser& parser, const char* at) noexcept
    {
        parser.position_ = offset(parser, at) + (*at == '\r' ? 2 : 1);
        return stop;
    }

    /// A span that reaches the end of what was fed may go on in the next feed; one that ends before
    /// it is followed by the byte that ended it.
    static int on_target(llhttp_t* state, const char* at, std::size_t size) noexcept
    {
        request_parser& parser = self(state);
        span_in_head& target = parser.head_->target;
        if (target.size == 0) {
            target.offset = offset(parser, at);
            if (target.offset != parser.head_->method_text.size + 1) // llhttp skips blanks
                return refuse(parser, at);
        }
        const char* end = at + size;
        target.size = offset(parser, end) - target.offset;
        // A line end here would be HTTP/0.9, which 8.1 goes on to parse.
        if (end != parser.end_ && *end != ' ')
            return refuse(parser, end);
        return 0;
    }

    static int on_name_complete(llhttp_t* state) noexcept
    {
        request_parser& parser = self(state);
        return parser.fields_left_-- == 0 ? stop : 0;
    }

    static int on_head(llhttp_t*) noexcept { return HPE_PAUSED; }

    static constexpr llhttp_settings_t make_settings() noexcept
    {
        llhttp_settings_t settings{};
        settings.on_url = on_target;
        settings.on_header_field_complete = on_name_complete;
        settings.on_headers_complete = on_head;
        return settings;
    }
};

void request_parser::start(request_head& into, std::size_t most_fields) noexcept
{
    static constexpr llhttp_settings_t settings = callbacks::make_settings();
    auto* state = new (state_) llhttp_t;
    llhttp_init(state, HTTP_REQUEST, &settings);
    state->data = this;
    head_ = &into;
    fields_left_ = most_fields;
    position_ = 0;
    failed_ = false;
}

parse_state request_parser::feed(const char* base, const char* from, const char* end) noexcept
{
    if (failed_)
        return parse_state::failed;
    auto* state = std::launder(reinterpret_cast<llhttp_t*>(state_));
    base_ = base;
    end_ = end;
    const llhttp_errno_t outcome =
        llhttp_execute(state, from, static_cast<std::size_t>(end - from));
    if (outcome == HPE_OK)
        return parse_state::incomplete;
    const std::uint32_t at = callbacks::offset(*this, llhttp_get_error_pos(state));
    if (outcome == HPE_PAUSED) {
        position_ = at;
        return parse_state::complete;
    }
    // llhttp's position is that of the wrong byte or of the one behind it; it does not say which.
    if (position_ == 0)
        position_ = at + 1;
    failed_ = true;
    return parse_state::failed;
}

} // namespace frevo::detail
