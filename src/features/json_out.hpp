// SPDX-License-Identifier: BSL-1.0
// Collects JSON text in a block on the stack before it goes to a string.
#pragma once

#include "core/json_number.hpp"

#include <frevo/core/json_text.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace frevo::detail {

/// Appends pieces of JSON to a string. The string is complete after flush().
class json_out
{
public:
    explicit json_out(std::string& text) : text_(text) {}
    json_out(const json_out&) = delete;
    json_out& operator=(const json_out&) = delete;

    void put(char c)
    {
        if (at_ == end())
            flush();
        *at_++ = c;
    }

    void raw(std::string_view piece)
    {
        if (piece.size() > room()) {
            flush();
            if (piece.size() > room()) {
                text_.append(piece);
                return;
            }
        }
        copy(piece);
    }

    void string(std::string_view value)
    {
        if (value.size() + 2 > room()) {
            flush();
            if (value.size() + 2 > room()) {
                append_json_string(text_, value);
                return;
            }
        }
        *at_ = '"';
        if (!is_plain(value)) {
            flush();
            append_json_string(text_, value);
            return;
        }
        ++at_;
        copy(value);
        *at_++ = '"';
    }

    template <class Integer>
    void integer(Integer value)
    {
        make_room_for_number();
        at_ = std::to_chars(at_, end(), value).ptr;
    }

    template <class Floating>
    void floating(Floating value)
    {
        if (!std::isfinite(value))
            return raw("null");
        make_room_for_number();
        at_ = write_number(at_, value);
    }

    /// Hands all text over; returns the string.
    std::string& flush()
    {
        text_.append(block_, static_cast<std::size_t>(at_ - block_));
        at_ = block_;
        return text_;
    }

private:
    static constexpr std::size_t block_size = 1024;

    char* end() noexcept { return block_ + block_size; }
    std::size_t room() noexcept { return static_cast<std::size_t>(end() - at_); }
    void make_room_for_number()
    {
        if (room() < json_number_size)
            flush();
    }

    /// Copies without a call where it is short; there is room.
    void copy(std::string_view piece) noexcept
    {
        const char* const from = piece.data();
        const std::size_t size = piece.size();
        if (size >= 8 && size <= 16) {
            const std::uint64_t first = load8(from);
            const std::uint64_t last = load8(from + size - 8);
            std::memcpy(at_, &first, 8);
            std::memcpy(at_ + size - 8, &last, 8);
        } else if (size >= 4 && size < 8) {
            const std::uint64_t first = load4(from);
            const std::uint64_t last = load4(from + size - 4);
            store4(at_, first);
            store4(at_ + size - 4, last);
        } else if (size != 0) {
            std::memcpy(at_, from, size);
        }
        at_ += size;
    }
    static void store4(char* to, std::uint64_t word) noexcept
    {
        const auto low = static_cast<std::uint32_t>(word);
        std::memcpy(to, &low, sizeof low);
    }

    /// Whether the text is ASCII and nothing in it has to be escaped.
    static bool is_plain(std::string_view text) noexcept
    {
        const char* at = text.data();
        std::size_t left = text.size();
        std::uint64_t special = 0;
        if (left >= 8) {
            for (; left >= 8; at += 8, left -= 8)
                special |= special_bytes(load8(at));
            // The last eight bytes, some of them for the second time.
            if (left > 0)
                special |= special_bytes(load8(at + left - 8));
            return special == 0;
        }
        if (left >= 4)
            return special_bytes(load4(at) | load4(at + left - 4) << 32) == 0;
        for (; left > 0; ++at, --left) {
            const auto c = static_cast<unsigned char>(*at);
            if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
                return false;
        }
        return true;
    }
    static std::uint64_t load8(const char* from) noexcept
    {
        std::uint64_t word;
        std::memcpy(&word, from, sizeof word);
        return word;
    }
    static std::uint64_t load4(const char* from) noexcept
    {
        std::uint32_t word;
        std::memcpy(&word, from, sizeof word);
        return word;
    }
    /// Not zero if a byte is a control character, a quote, a backslash or not ASCII.
    static std::uint64_t special_bytes(std::uint64_t word) noexcept
    {
        constexpr std::uint64_t ones = 0x0101010101010101u;
        constexpr std::uint64_t tops = 0x8080808080808080u;
        const std::uint64_t quote = word ^ (ones * '"');
        const std::uint64_t backslash = word ^ (ones * '\\');
        // Each difference sets a byte's top bit when the byte was below; false alarms only above a
        // true one.
        return ((word - ones * 0x20) | word | (quote - ones) | (backslash - ones)) & tops;
    }

    std::string& text_;
    char* at_ = block_;
    char block_[block_size];
};

} // namespace frevo::detail
