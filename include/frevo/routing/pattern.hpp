// SPDX-License-Identifier: BSL-1.0
// The grammar of route patterns such as "/books/{id}" and "/files/{path...}", checked at compile
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace frevo::detail {

/// Like `text.find(wanted, from)`, which g++ 12 cannot run at compile time under UBSan.
constexpr std::size_t position_of(char wanted, std::string_view text, std::size_t from = 0) noexcept
{
    while (from < text.size() && text[from] != wanted)
        ++from;
    return from < text.size() ? from : std::string_view::npos;
}

/// Most parameters of a pattern; `request` has room for as many.
inline constexpr std::size_t max_pattern_params = 16;
/// Most segments of a pattern; it bounds what a match may have to remember.
inline constexpr std::size_t max_pattern_segments = 32;

/// What a segment of a pattern stands for.
enum class segment_kind : std::uint8_t
{
    literal,   ///< itself
    parameter, ///< `{name}`: one segment that is not empty
    tail,      ///< `{name...}`: all that is left, slashes included, maybe nothing
};

/// One segment: the literal text, or the name of the parameter.
struct pattern_segment
{
    segment_kind kind = segment_kind::literal;
    std::string_view text;
};

/// What is wrong with a pattern.
enum class pattern_fault : std::uint8_t
{
    none,
    no_leading_slash,
    control_character,
    percent_sign,
    query_or_fragment,
    unclosed_brace,
    stray_brace,
    partial_parameter,
    invalid_name,
    repeated_name,
    tail_not_last,
    too_many_parameters,
    too_many_segments,
    tail_in_prefix,
    prefix_ends_with_slash,
};

/// The fault as a sentence. Lifetime: static storage.
constexpr std::string_view describe(pattern_fault fault) noexcept
{
    switch (fault) {
    case pattern_fault::none:
        return "the pattern is correct";
    case pattern_fault::no_leading_slash:
        return "a pattern must begin with a slash";
    case pattern_fault::control_character:
        return "a pattern must not hold control characters";
    case pattern_fault::percent_sign:
        return "a pattern is written decoded and must not hold a percent sign";
    case pattern_fault::query_or_fragment:
        return "a pattern is a path only and must not hold '?' or '#'";
    case pattern_fault::unclosed_brace:
        return "a '{' must be closed by '}' in the same segment";
    case pattern_fault::stray_brace:
        return "a '}' must close a '{'";
    case pattern_fault::partial_parameter:
        return "a parameter must be a whole segment, as in \"/a/{b}\"";
    case pattern_fault::invalid_name:
        return "a parameter's name must be an identifier";
    case pattern_fault::repeated_name:
        return "a parameter's name must not be used twice";
    case pattern_fault::tail_not_last:
        return "a tail parameter such as {rest...} must be the last segment";
    case pattern_fault::too_many_parameters:
        return "a pattern must not have more than 16 parameters";
    case pattern_fault::too_many_segments:
        return "a pattern must not have more than 32 segments";
    case pattern_fault::tail_in_prefix:
        return "a group's prefix must not have a tail parameter";
    case pattern_fault::prefix_ends_with_slash:
        return "a group's prefix must not end with a slash";
    }
    return "";
}

constexpr bool is_identifier(std::string_view text) noexcept
{
    if (text.empty() || (text.front() >= '0' && text.front() <= '9'))
        return false;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(c >= '0' && c <= '9'))
            return false;
    }
    return true;
}

constexpr pattern_fault check_literal(std::string_view text) noexcept
{
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return pattern_fault::control_character;
        if (c == '%')
            return pattern_fault::percent_sign;
        if (c == '?' || c == '#')
            return pattern_fault::query_or_fragment;
    }
    return pattern_fault::none;
}

/// Reads one raw segment, which holds no slash.
constexpr pattern_fault read_segment(std::string_view raw, pattern_segment& out) noexcept
{
    const std::size_t open = position_of('{', raw);
    const std::size_t close = position_of('}', raw);
    if (open == std::string_view::npos && close == std::string_view::npos) {
        out = {segment_kind::literal, raw};
        return check_literal(raw);
    }
    if (open == std::string_view::npos || close < open)
        return pattern_fault::stray_brace;
    if (close == std::string_view::npos)
        return pattern_fault::unclosed_brace;
    if (open != 0 || close != raw.size() - 1)
        return pattern_fault::partial_parameter;
    std::string_view name = raw.substr(1, raw.size() - 2);
    out.kind = segment_kind::parameter;
    if (name.size() >= 3 && name.substr(name.size() - 3) == "...") {
        out.kind = segment_kind::tail;
        name.remove_suffix(3);
    }
    out.text = name;
    return is_identifier(name) ? pattern_fault::none : pattern_fault::invalid_name;
}

/// Walks a pattern's segments: "/a/{b}" has two, "/" has one that is empty.
class pattern_reader
{
public:
    /// Precondition: the pattern begins with a slash.
    constexpr explicit pattern_reader(std::string_view pattern) noexcept : rest_(pattern) {}

    constexpr bool done() const noexcept { return rest_.empty(); }

    /// Reads the next segment. Precondition: !done().
    constexpr pattern_fault next(pattern_segment& out) noexcept
    {
        const std::size_t end = position_of('/', rest_, 1);
        const std::string_view raw = rest_.substr(1, end == std::string_view::npos ? end : end - 1);
        rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end);
        return read_segment(raw, out);
    }

private:
    std::string_view rest_;
};

/// Tells whether a correct pattern has a parameter of this name.
constexpr bool has_parameter(std::string_view pattern, std::string_view name) noexcept
{
    pattern_segment segment;
    for (pattern_reader reader{pattern}; !reader.done();) {
        if (reader.next(segment) == pattern_fault::none && segment.kind != segment_kind::literal &&
            segment.text == name)
            return true;
    }
    return false;
}

/// Checks a route's pattern and returns its first fault.
constexpr pattern_fault check_pattern(std::string_view pattern) noexcept
{
    if (pattern.empty() || pattern.front() != '/')
        return pattern_fault::no_leading_slash;
    std::string_view names[max_pattern_params];
    std::size_t name_count = 0;
    std::size_t segments = 0;
    pattern_segment segment;
    for (pattern_reader reader{pattern}; !reader.done();) {
        if (const pattern_fault fault = reader.next(segment); fault != pattern_fault::none)
            return fault;
        if (++segments > max_pattern_segments)
            return pattern_fault::too_many_segments;
        if (segment.kind == segment_kind::literal)
            continue;
        if (segment.kind == segment_kind::tail && !reader.done())
            return pattern_fault::tail_not_last;
        for (std::size_t i = 0; i < name_count; ++i) {
            if (names[i] == segment.text)
                return pattern_fault::repeated_name;
        }
        if (name_count == max_pattern_params)
            return pattern_fault::too_many_parameters;
        names[name_count++] = segment.text;
    }
    return pattern_fault::none;
}

/// Checks a group's prefix: a pattern without a tail and without a slash at its end, or "/" for
/// none.
constexpr pattern_fault check_prefix(std::string_view prefix) noexcept
{
    const pattern_fault fault = check_pattern(prefix);
    if (fault != pattern_fault::none || prefix == "/")
        return fault;
    if (prefix.back() == '/')
        return pattern_fault::prefix_ends_with_slash;
    pattern_segment segment;
    for (pattern_reader reader{prefix}; !reader.done();)
        static_cast<void>(reader.next(segment));
    return segment.kind == segment_kind::tail ? pattern_fault::tail_in_prefix : pattern_fault::none;
}

} // namespace frevo::detail
