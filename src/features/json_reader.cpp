// SPDX-License-Identifier: BSL-1.0
// The only file that knows the JSON parser, which is Boost.JSON's basic_parser.

#include "features/json_reader.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace frevo::detail {
namespace {

namespace bj = boost::json;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Turns the parser's callbacks into events; joins texts that come in parts.
struct handler
{
    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size = max_object_size;
    static constexpr std::size_t max_key_size = max_object_size;
    static constexpr std::size_t max_string_size = max_object_size;

    using error_code = bj::error_code;

    explicit handler(json_events*& to) : sink(to) {}

    json_events*& sink;
    std::string parts{}; // of a text or number that is not complete yet

    bool go_on(bool wanted, error_code& error)
    {
        if (!wanted)
            error = bj::error::exception; // any will do: it only ends the parsing
        return wanted;
    }
    bool add(bj::string_view part)
    {
        parts.append(part.data(), part.size());
        return true;
    }
    /// Gives the text, joined with the parts that came before it, to `use`.
    template <class Use>
    bool whole(bj::string_view last, error_code& error, Use use)
    {
        if (parts.empty())
            return go_on(use(std::string_view{last.data(), last.size()}), error);
        parts.append(last.data(), last.size());
        const bool wanted = use(std::string_view{parts});
        parts.clear();
        return go_on(wanted, error);
    }

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code& error) { return go_on(sink->begin_object(), error); }
    bool on_object_end(std::size_t, error_code& error) { return go_on(sink->end_object(), error); }
    bool on_array_begin(error_code& error) { return go_on(sink->begin_array(), error); }
    bool on_array_end(std::size_t, error_code& error) { return go_on(sink->end_array(), error); }
    bool on_key_part(bj::string_view part, std::size_t, error_code&) { return add(part); }
    bool on_key(bj::string_view last, std::size_t, error_code& error)
    {
        return whole(last, error, [this](std::string_view text) { return sink->key(text); });
    }
    bool on_string_part(bj::string_view part, std::size_t, error_code&) { return add(part); }
    bool on_string(bj::string_view last, std::size_t, error_code& error)
    {
        return whole(last, error, [this](std::string_view text) { return sink->string(text); });
    }
    bool on_number_part(bj::string_view part, error_code&) { return add(part); }
    bool on_int64(std::int64_t value, bj::string_view last, error_code& error)
    {
        return whole(
            last, error, [&](std::string_view text) { return sink->integer(value, text); });
    }
    bool on_uint64(std::uint64_t value, bj::string_view last, error_code& error)
    {
        return whole(last, error, [&](std::string_view) { return sink->natural(value); });
    }
    bool on_double(double value, bj::string_view last, error_code& error)
    {
        return whole(last, error, [&](std::string_view text) { return sink->real(text, value); });
    }
    bool on_bool(bool value, error_code& error) { return go_on(sink->boolean(value), error); }
    bool on_null(error_code& error) { return go_on(sink->null(), error); }
    bool on_comment_part(bj::string_view, error_code&) { return true; }
    bool on_comment(bj::string_view, error_code&) { return true; }
};

bj::parse_options options(std::size_t depth)
{
    bj::parse_options made;
    made.max_depth = depth;
    return made;
}

json_error translate(const bj::error_code& error)
{
    if (error == bj::error::exception)
        return json_error::stopped;
    if (error == bj::error::incomplete)
        return json_error::incomplete;
    if (error == bj::error::too_deep)
        return json_error::depth;
    if (error == bj::error::exponent_overflow)
        return json_error::number;
    return json_error::syntax;
}

} // namespace

struct json_reader::parser : bj::basic_parser<handler>
{
    using basic_parser::basic_parser;
};

json_reader::json_reader(json_events*& sink, std::size_t depth)
    : parser_(std::make_unique<parser>(options(depth), sink))
{}

json_reader::~json_reader() = default;

bool json_reader::fail(json_error error) noexcept
{
    error_ = error;
    return false;
}

bool json_reader::skip_mark(std::string_view& piece, bool last)
{
    while (mark_ < byte_order_mark.size() && !piece.empty()) {
        if (piece.front() != byte_order_mark[mark_]) {
            if (mark_ > 0)
                return fail(json_error::syntax);
            mark_ = byte_order_mark.size();
            return true;
        }
        piece.remove_prefix(1);
        ++offset_;
        ++mark_;
    }
    if (last && mark_ > 0 && mark_ < byte_order_mark.size())
        return fail(json_error::syntax);
    return true;
}

bool json_reader::feed(std::string_view piece, bool last)
{
    if (error_ != json_error::none || !skip_mark(piece, last))
        return false;
    bj::error_code error;
    const std::size_t used = parser_->write_some(!last, piece.data(), piece.size(), error);
    offset_ += used;
    if (error)
        return fail(translate(error));
    if (used < piece.size())
        return fail(json_error::extra);
    return true;
}

json_outcome parse_json(std::string_view text, json_events*& sink, std::size_t depth)
{
    std::size_t mark = 0;
    if (text.starts_with(byte_order_mark))
        mark = byte_order_mark.size();
    text.remove_prefix(mark);
    bj::basic_parser<handler> parser{options(depth), sink};
    bj::error_code error;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    if (error)
        return {translate(error), mark + used};
    if (used < text.size())
        return {json_error::extra, mark + used};
    return {json_error::none, mark + used};
}

namespace {

template <class Number>
Number exact(std::string_view text, double rough) noexcept
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    static_cast<void>(end);
    if (error != std::errc::result_out_of_range)
        return value;
    const Number sign = text.front() == '-' ? Number{-1} : Number{1};
    if (std::abs(rough) < 1)
        return sign * Number{0};
    return sign * std::numeric_limits<Number>::infinity();
}

} // namespace

double exact_double(std::string_view text, double rough) noexcept
{
    return exact<double>(text, rough);
}

float exact_float(std::string_view text, double rough) noexcept
{
    return exact<float>(text, rough);
}

} // namespace frevo::detail
