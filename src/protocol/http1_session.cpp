// SPDX-License-Identifier: BSL-1.0
// Turns the bytes of one connection into request events.

#include "protocol/http1_session.hpp"

#include "protocol/framing.hpp"
#include "protocol/head_fault.hpp"
#include "protocol/head_reader.hpp"
#include "protocol/target.hpp"

#include <frevo/config.hpp>
#include <frevo/core/ascii.hpp>
#include <frevo/core/method.hpp>

#include <algorithm>
#include <cstring>
#include <new>

namespace frevo::detail {

namespace {

/// Empty lines in front of a request line are skipped up to this size: careless clients send one
/// behind a body. Source: RFC 9112 section 2.2.
constexpr std::size_t most_leading = 16;

/// A longer method is not read to its end. The longest registered one has 17 letters.
constexpr std::size_t longest_method = 32;

} // namespace

http1_session::http1_session(const limits& bounds) noexcept : bounds_(bounds) {}

http1_session::~http1_session() = default;

void http1_session::start_next(request_head& into) noexcept
{
    FREVO_ASSERT(phase_ == phase::idle || phase_ == phase::method || phase_ == phase::refused);
    into.clear();
    head_ = &into;
    body_limit_ = bounds_.body;
    taken_ = 0;
    leading_ = 0;
    if (phase_ != phase::refused)
        phase_ = phase::method;
}

session_step http1_session::next(std::string_view input) noexcept
{
    piece_count_ = 0;
    switch (phase_) {
    case phase::method:
    case phase::head:
        FREVO_ASSERT(head_ != nullptr);
        return take_head(input.substr(0, largest_head));
    case phase::length:
        return take_length(input);
    case phase::chunked:
        return take_chunks(input);
    case phase::ended:
        phase_ = phase::idle;
        return {session_event::end, 0};
    case phase::idle:
        break;
    case phase::refused:
        return {session_event::reject, 0};
    }
    return {session_event::need_more, 0};
}

session_step http1_session::refuse(rejection reason) noexcept
{
    phase_ = phase::refused;
    why_ = reason;
    return {session_event::reject, 0};
}

/// Returns how many bytes in front of the head were skipped; a wrong line end refuses.
std::size_t http1_session::skip_empty_lines(std::string_view input) noexcept
{
    std::size_t at = 0;
    for (; at != input.size(); ++at) {
        const bool between = leading_ % 2 != 0; // CR taken, LF not yet
        if (!between && input[at] != '\r' && input[at] != '\n')
            break;
        if (input[at] != (between ? '\n' : '\r')) {
            refuse(rejection::bare_line_end);
            break;
        }
        if (leading_ == most_leading) {
            refuse(rejection::malformed_request_line);
            break;
        }
        ++leading_;
    }
    return at;
}

/// Reads the method up to the blank behind it; false when the head ends before or is refused.
///
/// Not left to llhttp: it fails in the middle of a method it does not know, and knows many that
/// frevo does not.
bool http1_session::take_method(const char* base, const char* end) noexcept
{
    const char* at = base + taken_;
    if (end - at > 4 && std::memcmp(at, "GET ", 4) == 0 && taken_ == 0) {
        begin_head(method::get, 3);
        return true;
    }
    while (at != end && is_token_char(*at))
        ++at;
    const auto size = static_cast<std::size_t>(at - base);
    if (size > longest_method) {
        refuse(rejection::unknown_method);
        return false;
    }
    taken_ = static_cast<std::uint32_t>(size);
    if (at == end)
        return false;
    if (*at != ' ' || size == 0) {
        refuse(*at == '\n' ? rejection::bare_line_end : rejection::malformed_request_line);
        return false;
    }
    const method known = parse_method({base, size});
    if (known == method::unknown) {
        refuse(rejection::unknown_method);
        return false;
    }
    begin_head(known, size);
    return true;
}

void http1_session::begin_head(method known, std::size_t size) noexcept
{
    head_->clear();
    head_->method = known;
    head_->method_text = {0, static_cast<std::uint32_t>(size)};
    phase_ = phase::head;
}

session_step http1_session::take_head(std::string_view input) noexcept
{
    const char* from = input.data();
    const char* end = from + input.size();
    if (taken_ == 0) {
        from += skip_empty_lines(input);
        if (phase_ == phase::refused)
            return {session_event::reject, 0};
    }
    if (from == end)
        return {session_event::need_more, input.size()};

    const char* base = from - taken_;
    if (phase_ == phase::method) {
        if (!take_method(base, end)) {
            const bool refused = phase_ == phase::refused;
            return {
                refused ? session_event::reject : session_event::need_more,
                refused ? 0 : input.size()};
        }
        // A whole head of the usual form needs no second reading. Whatever is not one, llhttp
        // follows from its first byte, so that a head has one outcome however it is cut. It has its
        // own mind about blanks behind a length.
        noted_fields noted;
        if (read_request(base, end, noted) == rejection::none && !noted.blank_behind_length)
            return finish_head(input, base);
        begin_head(head_->method, head_->method_text.size);
        new (&parser_) request_parser;
        parser_.start(*head_, bounds_.field_count);
        from = base;
    }

    const parse_state state = parser_.feed(base, from, end);
    if (state == parse_state::complete) {
        const std::string_view head{base, parser_.position()};
        noted_fields noted;
        const rejection reason = read_request(base, base + head.size(), noted);
        if (reason != rejection::none)
            return refuse(fault_of(head, reason));
        if (head_->size != head.size()) // it ends for one of them before it does for the other
            return refuse(fault_of(head, rejection::bare_line_end));
        return finish_head(input, base);
    }
    const auto size = static_cast<std::size_t>(end - base);
    if (state == parse_state::failed)
        return fail_head({base, size}, input.size());
    const rejection limit = exceeded_limit(size);
    if (limit != rejection::none)
        return refuse(fault_of({base, size}, limit));
    taken_ = static_cast<std::uint32_t>(size);
    return {session_event::need_more, input.size()};
}

/// Returns the limit that an unfinished head of this size cannot keep any more.
rejection http1_session::exceeded_limit(std::size_t size) const noexcept
{
    const std::uint32_t target_end = head_->target.offset + head_->target.size;
    if (target_end + (target_end != 0 ? version_size : 0) > bounds_.request_line)
        return rejection::request_line_too_long;
    const bool line_done = target_end != 0 && target_end != size;
    if (size <= longest_head(line_done ? target_end : 0, bounds_))
        return rejection::none;
    return line_done ? rejection::fields_too_large : rejection::request_line_too_long;
}

/// Refuses a head that llhttp refused. The reason must not depend on how the bytes were cut, so it
/// is told from exactly as many as the parser says, and if one of them is missing only from what is
/// certain.
session_step http1_session::fail_head(std::string_view head, std::size_t given) noexcept
{
    const std::string_view seen = head.substr(0, parser_.position());
    const rejection found = find_fault(seen, bounds_);
    if (found != rejection::none)
        return refuse(found);
    if (seen.size() == parser_.position())
        return refuse(guess_fault(seen));
    taken_ = static_cast<std::uint32_t>(head.size());
    return {session_event::need_more, given};
}

/// Returns the first fault of a head, or the given one if none can be seen.
rejection http1_session::fault_of(std::string_view head, rejection otherwise) const noexcept
{
    const rejection found = find_fault(head, bounds_);
    return found != rejection::none ? found : otherwise;
}

/// Reads the head at the front of [base, end) by its letter; any other answer than `none` refuses
/// it.
rejection
http1_session::read_request(const char* base, const char* end, noted_fields& noted) noexcept
{
    if (read_head(base, end, bounds_, *head_, noted) == 0)
        return rejection::invalid_field;
    return apply_fields(base, noted, *head_);
}

session_step http1_session::finish_head(std::string_view input, const char* base) noexcept
{
    taken_ = head_->size;
    phase_ = phase::ended;
    if (head_->framing == body_framing::chunked) {
        phase_ = phase::chunked;
        new (&body_) body_part;
        body_.chunks.start();
    } else if (head_->content_length != 0) {
        phase_ = phase::length;
        body_size_ = head_->content_length;
        body_left_ = body_size_;
        new (&body_) body_part;
    }
    return {session_event::head, static_cast<std::size_t>(base + head_->size - input.data())};
}

session_step http1_session::take_length(std::string_view input) noexcept
{
    if (body_size_ > body_limit_)
        return refuse(rejection::body_too_large);
    if (input.empty())
        return {session_event::need_more, 0};
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(body_left_, input.size()));
    body_.pieces[0] = input.substr(0, size);
    piece_count_ = 1;
    body_left_ -= size;
    if (body_left_ == 0)
        phase_ = phase::ended;
    return {session_event::body, size};
}

session_step http1_session::take_chunks(std::string_view input) noexcept
{
    if (body_.chunks.announced() > body_limit_)
        return refuse(rejection::body_too_large);
    std::size_t count = 0;
    std::size_t consumed = 0;
    const auto outcome =
        body_.chunks.decode(input, bounds_, body_limit_, body_.pieces, count, consumed);
    if (outcome == chunk_decoder::outcome::failed)
        return refuse(body_.chunks.why());
    piece_count_ = static_cast<std::uint8_t>(count);
    if (outcome == chunk_decoder::outcome::done) {
        phase_ = count == 0 ? phase::idle : phase::ended;
        return {count == 0 ? session_event::end : session_event::body, consumed};
    }
    return {count == 0 ? session_event::need_more : session_event::body, consumed};
}

} // namespace frevo::detail
