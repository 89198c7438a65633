// SPDX-License-Identifier: BSL-1.0
// Reads a chunked body byte by byte around the data, which is passed on where it lies.

#include "protocol/chunk_decoder.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>

namespace frevo::detail {

enum class chunk_decoder::state : std::uint8_t
{
    size,             // hexadecimal digits
    blank_before_ext, // blanks that only a ';' may end
    ext_begin,        // behind ';'
    ext_name,
    ext_before_equals, // blanks behind a name
    ext_value_begin,   // behind '='
    ext_value,
    ext_quoted,
    ext_escaped,   // behind '\' in a quoted value
    ext_value_end, // behind the closing quote
    size_lf,
    data,
    data_cr,
    data_lf,
    line_begin, // of a trailer, or the empty line
    name,
    value,
    line_lf,
    end_lf,
    done,
    failed,
};

namespace {

int hex_value(char c) noexcept
{
    if (is_digit(c))
        return c - '0';
    const char lower = to_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t';
}

} // namespace

void chunk_decoder::start() noexcept
{
    left_ = 0;
    announced_ = 0;
    extensions_ = 0;
    trailers_ = 0;
    trailer_text_ = nullptr;
    state_ = state::size;
    digits_ = 0;
    why_ = rejection::none;
}

chunk_decoder::outcome chunk_decoder::decode(
    std::string_view input, const limits& bounds, std::uint64_t most,
    std::span<std::string_view> pieces, std::size_t& count, std::size_t& consumed) noexcept
{
    count = 0;
    consumed = 0;
    if (state_ == state::failed)
        return outcome::failed;
    std::size_t at = 0;
    outcome result = outcome::need_more;
    while (at != input.size()) {
        if (state_ == state::data) {
            if (count == pieces.size()) {
                result = outcome::full;
                break;
            }
            const std::size_t rest = input.size() - at;
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, rest));
            pieces[count++] = input.substr(at, size);
            at += size;
            left_ -= size;
            if (left_ == 0)
                state_ = state::data_cr;
            continue;
        }
        if (!step(input[at], bounds, most)) {
            state_ = state::failed;
            result = count == 0 ? outcome::failed : outcome::full;
            break;
        }
        ++at;
        if (state_ == state::done) {
            result = outcome::done;
            break;
        }
    }
    consumed = at;
    return result;
}

bool chunk_decoder::fail(rejection reason) noexcept
{
    why_ = reason;
    return false;
}

bool chunk_decoder::step(char c, const limits& bounds, std::uint64_t most) noexcept
{
    if (state_ < state::data) {
        if (state_ != state::size && state_ != state::size_lf && c != '\r' &&
            ++extensions_ > bounds.chunk_extensions)
            return fail(rejection::chunk_extensions_too_large);
        return step_size(c, bounds, most);
    }
    if (state_ > state::data_lf) {
        const bool in_line = state_ != state::line_begin || c != '\r';
        if (in_line && state_ != state::end_lf) {
            if (++trailers_ > bounds.trailers)
                return fail(rejection::trailers_too_large);
            if (trailer_text_ != nullptr && !keep(c))
                return false;
        }
        return step_trailer(c);
    }
    const char expected = state_ == state::data_cr ? '\r' : '\n';
    if (c != expected)
        return fail(rejection::invalid_chunk);
    state_ = state_ == state::data_cr ? state::data_lf : state::size;
    left_ = 0;
    digits_ = 0;
    return true;
}

bool chunk_decoder::step_size(char c, const limits& bounds, std::uint64_t most) noexcept
{
    constexpr std::uint8_t most_digits = 16; // of 64 bits
    if (state_ == state::size) {
        const int digit = hex_value(c);
        if (digit >= 0) {
            if (digits_ == most_digits)
                return fail(rejection::invalid_chunk);
            ++digits_;
            left_ = left_ * 16 + static_cast<std::uint64_t>(digit);
            return true;
        }
        if (digits_ == 0)
            return fail(rejection::invalid_chunk);
        if (c == '\r') {
            state_ = state::size_lf;
            return true;
        }
        if (c != ';' && !is_blank(c))
            return fail(rejection::invalid_chunk);
        if (++extensions_ > bounds.chunk_extensions)
            return fail(rejection::chunk_extensions_too_large);
        state_ = c == ';' ? state::ext_begin : state::blank_before_ext;
        return true;
    }
    if (state_ == state::size_lf)
        return c == '\n' ? size_complete(most) : fail(rejection::invalid_chunk);
    return step_extension(c);
}

bool chunk_decoder::size_complete(std::uint64_t most) noexcept
{
    if (left_ == 0) {
        state_ = state::line_begin;
        return true;
    }
    if (announced_ > most || left_ > most - announced_)
        return fail(rejection::body_too_large);
    announced_ += left_;
    state_ = state::data;
    return true;
}

/// chunk-ext = *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )
bool chunk_decoder::step_extension(char c) noexcept
{
    const auto go = [this](state next) {
        state_ = next;
        return true;
    };
    switch (state_) {
    case state::ext_begin:
        return is_blank(c) ||
               (is_token_char(c) ? go(state::ext_name) : fail(rejection::invalid_chunk));
    case state::ext_name:
        if (is_token_char(c))
            return true;
        if (is_blank(c))
            return go(state::ext_before_equals);
        if (c == '=')
            return go(state::ext_value_begin);
        break;
    case state::ext_before_equals:
        if (is_blank(c))
            return true;
        if (c == '=')
            return go(state::ext_value_begin);
        return c == ';' ? go(state::ext_begin) : fail(rejection::invalid_chunk);
    case state::ext_value_begin:
        if (is_blank(c))
            return true;
        if (c == '"')
            return go(state::ext_quoted);
        return is_token_char(c) ? go(state::ext_value) : fail(rejection::invalid_chunk);
    case state::ext_value:
        if (is_token_char(c))
            return true;
        break;
    case state::ext_quoted:
        if (c == '"')
            return go(state::ext_value_end);
        if (c == '\\')
            return go(state::ext_escaped);
        return has_class(c, value_bit) || fail(rejection::invalid_chunk);
    case state::ext_escaped:
        return has_class(c, value_bit) ? go(state::ext_quoted) : fail(rejection::invalid_chunk);
    case state::blank_before_ext:
        if (is_blank(c))
            return true;
        return c == ';' ? go(state::ext_begin) : fail(rejection::invalid_chunk);
    default: // behind a value
        break;
    }
    // Behind a name or a value: the end of the line, a further extension, or blanks before one.
    if (c == '\r')
        return go(state::size_lf);
    if (c == ';')
        return go(state::ext_begin);
    return is_blank(c) ? go(state::blank_before_ext) : fail(rejection::invalid_chunk);
}

bool chunk_decoder::keep(char c) noexcept
{
    try {
        trailer_text_->push_back(c);
        return true;
    } catch (...) { // out of memory
        return fail(rejection::trailers_too_large);
    }
}

bool chunk_decoder::step_trailer(char c) noexcept
{
    switch (state_) {
    case state::line_begin:
        if (c != '\r' && !is_token_char(c))
            return fail(rejection::invalid_trailer);
        state_ = c == '\r' ? state::end_lf : state::name;
        return true;
    case state::name:
        if (c != ':' && !is_token_char(c))
            return fail(rejection::invalid_trailer);
        if (c == ':')
            state_ = state::value;
        return true;
    case state::value:
        if (c != '\r' && !has_class(c, value_bit))
            return fail(rejection::invalid_trailer);
        if (c == '\r')
            state_ = state::line_lf;
        return true;
    default: // line_lf, end_lf
        if (c != '\n')
            return fail(rejection::invalid_trailer);
        state_ = state_ == state::line_lf ? state::line_begin : state::done;
        return true;
    }
}

} // namespace frevo::detail
