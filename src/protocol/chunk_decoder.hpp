// SPDX-License-Identifier: BSL-1.0
// Reads a chunked body byte by byte around the data, which is passed on where it lies.
#pragma once

#include "protocol/rejection.hpp"

#include <frevo/core/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace frevo::detail {

/// The strict decoder of the chunked transfer coding, trailers included.
///
/// llhttp is not asked: its versions differ in what they let through between chunks, and what has
/// been consumed cannot be looked at again. Source: RFC 9112 section 7.1.
class chunk_decoder
{
public:
    enum class outcome : std::uint8_t
    {
        need_more, ///< all was taken, the body goes on
        full,      ///< no room for a further piece
        done,      ///< the empty line behind the trailers was taken
        failed,    ///< why() tells the reason
    };

    /// Begins a body, whose trailers are checked and dropped.
    void start() noexcept;

    /// Appends the lines of the trailers to a text from now on; null drops them again.
    /// Lifetime: the text must outlive its use here.
    void keep_trailers(std::string* into) noexcept { trailer_text_ = into; }

    /// Decodes from the front of `input`; `pieces` is filled from its front, `count` says how far.
    ///
    /// A fault behind pieces is reported by the following call, so that what came before it is
    /// delivered. \param most how much data the body may have in all \param consumed how much of
    /// the input was taken
    outcome decode(
        std::string_view input, const limits& bounds, std::uint64_t most,
        std::span<std::string_view> pieces, std::size_t& count, std::size_t& consumed) noexcept;

    /// After `failed`.
    rejection why() const noexcept { return why_; }

    /// Data announced by the chunks so far. Units: bytes.
    std::uint64_t announced() const noexcept { return announced_; }

private:
    enum class state : std::uint8_t;

    bool step(char c, const limits& bounds, std::uint64_t most) noexcept;
    bool step_size(char c, const limits& bounds, std::uint64_t most) noexcept;
    bool step_extension(char c) noexcept;
    bool step_trailer(char c) noexcept;
    bool keep(char c) noexcept;
    bool size_complete(std::uint64_t most) noexcept;
    bool fail(rejection reason) noexcept;

    std::uint64_t left_;      // of the current chunk; while its size is read, the size so far
    std::uint64_t announced_; // all chunks so far
    std::size_t extensions_;  // bytes spent on extensions
    std::size_t trailers_;    // bytes of trailer lines
    std::string* trailer_text_;
    state state_;
    std::uint8_t digits_;
    rejection why_;
};

} // namespace frevo::detail
