// SPDX-License-Identifier: BSL-1.0
// Follows a request head by llhttp as it comes in, to its end or to the first fault.
#pragma once

#include "protocol/request_head.hpp"

#include <cstddef>
#include <cstdint>

namespace frevo::detail {

enum class parse_state : std::uint8_t
{
    incomplete, ///< everything was taken, the head goes on
    complete,   ///< position() is the size of the head
    failed,     ///< position() is how many bytes tell the fault; it may be one more than were fed
};

/// llhttp as a pull parser for one head at a time: it stops behind the empty line and is then set
/// back for the next head. Bodies never pass through it, so its ideas of upgrades, of keeping alive
/// and of chunks have no effect.
///
/// It only says where the head ends, and sets the target of an unfinished one. The parts are read
/// by read_head() from the complete head: llhttp 8.1 lets through what no head may have.
class request_parser
{
public:
    /// Begins a head. `into` must be clear but for the method, whose token ends at `method_size`.
    void start(request_head& into, std::size_t most_fields) noexcept;

    /// Parses the bytes [from, end) of the head that begins at `base`.
    ///
    /// The bytes [base, from) have been fed before; the head may have moved since.
    parse_state feed(const char* base, const char* from, const char* end) noexcept;

    std::uint32_t position() const noexcept { return position_; }

private:
    struct callbacks;

    /// Room for llhttp's own struct, whose header only the source file includes.
    static constexpr std::size_t state_size = 128;

    alignas(8) std::byte state_[state_size];
    request_head* head_;
    const char* base_;
    const char* end_;
    std::size_t fields_left_;
    std::uint32_t position_;
    bool failed_;
};

} // namespace frevo::detail
