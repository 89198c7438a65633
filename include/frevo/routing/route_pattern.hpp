// SPDX-License-Identifier: BSL-1.0
// Route patterns as arguments: literals checked against the handler while the program is compiled.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/fixed_string.hpp>
#include <frevo/routing/handler.hpp>
#include <frevo/routing/pattern.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace frevo {

namespace detail {

/// A pattern and the line it was written in.
struct pattern_source
{
    std::string_view text;
    const char* file;
    int line;
};

// Never defined: a constant expression that would call one does not compile, and the compiler
// prints the function's name, which is the sentence the user needs.
void a_route_pattern_must_begin_with_a_slash();
void a_route_pattern_must_not_hold_control_characters();
void a_route_pattern_is_written_decoded_and_must_not_hold_a_percent_sign();
void a_route_pattern_is_a_path_only_and_must_not_hold_a_question_mark_or_hash();
void an_opening_brace_in_a_route_pattern_must_be_closed_in_the_same_segment();
void a_closing_brace_in_a_route_pattern_must_close_an_opening_one();
void a_route_parameter_must_be_a_whole_segment();
void a_route_parameter_must_be_named_by_an_identifier();
void a_route_parameter_must_not_have_the_name_of_another();
void a_tail_parameter_must_be_the_last_segment_of_a_route_pattern();
void a_route_pattern_must_not_have_more_than_16_parameters();
void a_route_pattern_must_not_have_more_than_32_segments();
void a_group_prefix_must_not_have_a_tail_parameter();
void a_group_prefix_must_not_end_with_a_slash();
template <fixed_string Name>
void the_handler_takes_a_path_parameter_that_the_route_pattern_does_not_have();

constexpr void refuse_pattern(pattern_fault fault)
{
    switch (fault) {
    case pattern_fault::none:
        return;
    case pattern_fault::no_leading_slash:
        return a_route_pattern_must_begin_with_a_slash();
    case pattern_fault::control_character:
        return a_route_pattern_must_not_hold_control_characters();
    case pattern_fault::percent_sign:
        return a_route_pattern_is_written_decoded_and_must_not_hold_a_percent_sign();
    case pattern_fault::query_or_fragment:
        return a_route_pattern_is_a_path_only_and_must_not_hold_a_question_mark_or_hash();
    case pattern_fault::unclosed_brace:
        return an_opening_brace_in_a_route_pattern_must_be_closed_in_the_same_segment();
    case pattern_fault::stray_brace:
        return a_closing_brace_in_a_route_pattern_must_close_an_opening_one();
    case pattern_fault::partial_parameter:
        return a_route_parameter_must_be_a_whole_segment();
    case pattern_fault::invalid_name:
        return a_route_parameter_must_be_named_by_an_identifier();
    case pattern_fault::repeated_name:
        return a_route_parameter_must_not_have_the_name_of_another();
    case pattern_fault::tail_not_last:
        return a_tail_parameter_must_be_the_last_segment_of_a_route_pattern();
    case pattern_fault::too_many_parameters:
        return a_route_pattern_must_not_have_more_than_16_parameters();
    case pattern_fault::too_many_segments:
        return a_route_pattern_must_not_have_more_than_32_segments();
    case pattern_fault::tail_in_prefix:
        return a_group_prefix_must_not_have_a_tail_parameter();
    case pattern_fault::prefix_ends_with_slash:
        return a_group_prefix_must_not_end_with_a_slash();
    }
}

template <fixed_string Name>
constexpr void require_parameter(std::string_view pattern)
{
    if (!has_parameter(pattern, Name.view()))
        the_handler_takes_a_path_parameter_that_the_route_pattern_does_not_have<Name>();
}

template <fixed_string... Names>
constexpr void require_parameters([[maybe_unused]] std::string_view pattern, path_names<Names...>)
{
    (require_parameter<Names>(pattern), ...);
}

/// Whether the compiler is evaluating; false where `consteval` is missing and the program runs.
constexpr bool compiling() noexcept
{
    return std::is_constant_evaluated();
}

template <class Text>
concept pattern_text = std::convertible_to<const Text&, std::string_view>;

} // namespace detail

/// A pattern that is known only at run time: `app.get(runtime_pattern(base + "/{id}"), handler)`.
///
/// It is checked when the application starts, not when it is compiled. Threads: a value.
class runtime_pattern
{
public:
    explicit runtime_pattern(std::string text) noexcept : text_(std::move(text)) {}
    /// Lifetime: as the object.
    std::string_view text() const noexcept { return text_; }

private:
    std::string text_;
};

/// The pattern of a route of the application, made from a literal or a `runtime_pattern`.
///
/// A literal is checked while the program is compiled: its syntax, and that it has every parameter
/// that the handler takes as `path<"...">`. Lifetime: of the text it was made from.
template <class Handler>
class route_pattern
{
public:
    template <detail::pattern_text Text>
    FREVO_CONSTEVAL route_pattern( // NOLINT: implicit on purpose
        const Text& text, const char* file = __builtin_FILE(), int line = __builtin_LINE())
        : source_{text, file, line}
    {
        // At run time the start of the application checks instead.
        if (detail::compiling()) {
            detail::refuse_pattern(detail::check_pattern(source_.text));
            detail::require_parameters(source_.text, detail::path_names_of<Handler>{});
        }
    }

    route_pattern( // NOLINT: implicit on purpose
        const runtime_pattern& pattern, const char* file = __builtin_FILE(),
        int line = __builtin_LINE())
        : source_{pattern.text(), file, line}
    {}

    constexpr const detail::pattern_source& source() const noexcept { return source_; }

private:
    detail::pattern_source source_;
};

/// The pattern of a route in a group; the prefix may supply parameters, so names are checked when
/// the application starts, and only the syntax when it is compiled. Lifetime: as `route_pattern`.
template <class Handler>
class group_pattern
{
public:
    template <detail::pattern_text Text>
    FREVO_CONSTEVAL group_pattern( // NOLINT: implicit on purpose
        const Text& text, const char* file = __builtin_FILE(), int line = __builtin_LINE())
        : source_{text, file, line}
    {
        if (detail::compiling())
            detail::refuse_pattern(detail::check_pattern(source_.text));
    }

    group_pattern( // NOLINT: implicit on purpose
        const runtime_pattern& pattern, const char* file = __builtin_FILE(),
        int line = __builtin_LINE())
        : source_{pattern.text(), file, line}
    {}

    constexpr const detail::pattern_source& source() const noexcept { return source_; }

private:
    detail::pattern_source source_;
};

/// The prefix of a group. Lifetime: as `route_pattern`.
class prefix_pattern
{
public:
    template <detail::pattern_text Text>
    FREVO_CONSTEVAL prefix_pattern( // NOLINT: implicit on purpose
        const Text& text, const char* file = __builtin_FILE(), int line = __builtin_LINE())
        : source_{text, file, line}
    {
        if (detail::compiling())
            detail::refuse_pattern(detail::check_prefix(source_.text));
    }

    prefix_pattern( // NOLINT: implicit on purpose
        const runtime_pattern& pattern, const char* file = __builtin_FILE(),
        int line = __builtin_LINE())
        : source_{pattern.text(), file, line}
    {}

    constexpr const detail::pattern_source& source() const noexcept { return source_; }

private:
    detail::pattern_source source_;
};

} // namespace frevo
