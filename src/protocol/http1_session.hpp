// SPDX-License-Identifier: BSL-1.0
// Turns the bytes of one connection into request events; knows no socket.
#pragma once

#include "protocol/chunk_decoder.hpp"
#include "protocol/rejection.hpp"
#include "protocol/request_head.hpp"
#include "protocol/request_parser.hpp"

#include <frevo/core/limits.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace frevo::detail {

struct noted_fields;

enum class session_event : std::uint8_t
{
    need_more, ///< all given bytes were taken; more are needed
    head,      ///< head() is complete; call next() again for the body or the end
    body,      ///< body_pieces() hold body bytes
    end,       ///< the message is complete; start_next() before the following one
    reject,    ///< why() tells the reason; the session takes nothing more
};

struct session_step
{
    session_event event;
    std::size_t consumed; ///< bytes taken from the front of the given input
};

/// The sans-I/O state of one HTTP/1.1 connection's input.
///
/// `next(input)` gets all bytes that were received and not yet consumed, parses until the first
/// event and says how many of them it took. While a head is incomplete the taken bytes must stay
/// where they are (or be moved together); offsets in head() count from the head's first byte.
/// `leading()` bytes in front of the head (empty lines that are skipped) are consumed before it and
/// not part of it. At `head` the head's first byte is `input.data() + consumed - head.size`. A
/// refused head may be without any of its parts. Never throws; allocates only when a head has more
/// fields than any before it in its request_head. Lifetime: the limits and the head that is being
/// filled must outlive their use here.
class http1_session
{
public:
    explicit http1_session(const limits& bounds) noexcept;
    ~http1_session();
    http1_session(const http1_session&) = delete;
    http1_session& operator=(const http1_session&) = delete;

    /// Tells where the next head goes; must be called before the first byte of a head, also of the
    /// first.
    ///
    /// Clears `into`. Sets the limit on the body back to that of the limits.
    void start_next(request_head& into) noexcept;

    /// Parses up to the next event. After `end` nothing happens before start_next(); after `reject`
    /// never.
    session_step next(std::string_view input) noexcept;

    /// After `body`: the pieces, pointing into the input that was given. A piece is never empty.
    std::span<const std::string_view> body_pieces() const noexcept
    {
        if (piece_count_ == 0)
            return {};
        return {body_.pieces.data(), piece_count_};
    }

    /// After `reject`.
    rejection why() const noexcept { return why_; }

    /// Tells whether any byte of a head has been taken (empty lines in front do not count).
    bool head_started() const noexcept { return taken_ != 0; }

    /// Bytes of empty lines that were taken in front of the current head.
    std::size_t leading() const noexcept { return leading_; }

    /// Changes the limit on the body of the current request; call it after `head`.
    /// A body that is already known to be larger is rejected by the following next().
    void limit_body(std::uint64_t most) noexcept { body_limit_ = most; }

    /// Whether the whole body was given and only `end` is still to be reported.
    bool at_end() const noexcept { return phase_ == phase::ended; }

    /// Bytes still to come of a body with Content-Length.
    std::uint64_t body_left() const noexcept { return body_left_; }

    /// Tells, after `head`, whether Content-Length is over the limit: next() will reject the body.
    bool announces_too_much() const noexcept
    {
        return phase_ == phase::length && body_size_ > body_limit_;
    }

    /// Appends the trailers of the current request's body to a text; null drops them again. Call it
    /// after `head`. Lifetime: the text must outlive its use here.
    void keep_trailers(std::string* into) noexcept
    {
        if (phase_ == phase::chunked)
            body_.chunks.keep_trailers(into);
    }

private:
    enum class phase : std::uint8_t
    {
        method,  // also empty lines in front of it
        head,    // the method is known, llhttp has the rest
        length,  // a body with Content-Length
        chunked, // a chunked body
        ended,   // the end, still to be reported
        idle,    // reported: waits for start_next
        refused,
    };

    struct body_part
    {
        chunk_decoder chunks;
        std::array<std::string_view, 4> pieces;
    };

    session_step take_head(std::string_view input) noexcept;
    std::size_t skip_empty_lines(std::string_view input) noexcept;
    bool take_method(const char* base, const char* end) noexcept;
    void begin_head(method known, std::size_t size) noexcept;
    session_step fail_head(std::string_view head, std::size_t given) noexcept;
    rejection read_request(const char* base, const char* end, noted_fields& noted) noexcept;
    session_step finish_head(std::string_view input, const char* base) noexcept;
    session_step take_length(std::string_view input) noexcept;
    session_step take_chunks(std::string_view input) noexcept;
    rejection exceeded_limit(std::size_t size) const noexcept;
    rejection fault_of(std::string_view head, rejection otherwise) const noexcept;
    session_step refuse(rejection reason) noexcept;

    const limits& bounds_;
    request_head* head_ = nullptr;
    std::uint64_t body_limit_ = 0;
    std::uint64_t body_size_ = 0; // of a body with Content-Length
    std::uint64_t body_left_ = 0;
    std::uint32_t taken_ = 0; // bytes of the head so far, all of it once it is complete
    std::uint16_t leading_ = 0;
    phase phase_ = phase::idle;
    rejection why_ = rejection::none;
    std::uint8_t piece_count_ = 0;
    union
    {
        request_parser parser_; // in the phases method and head
        body_part body_;        // in the phases length and chunked, and behind them
    };
};

} // namespace frevo::detail
