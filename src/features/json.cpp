// SPDX-License-Identifier: BSL-1.0
// Bodies as JSON: content type, reading with its problems, and the response.

#include "core/utf8.hpp"
#include "features/json_binder.hpp"
#include "features/json_reader.hpp"

#include <frevo/core/media_type.hpp>
#include <frevo/features/json.hpp>

#include <algorithm>

namespace frevo::detail {
namespace {

/// The first byte that is not part of valid UTF-8, or the end.
std::size_t valid_utf8(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const utf8_step step = next_utf8(text.substr(at));
        if (!step.valid)
            break;
        at += step.size;
    }
    return at;
}

/// "line 2, column 7": columns count characters.
std::string place_of(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1; // 0 when there is none
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::string_view in_line = before.substr(line_start);
    const auto columns = std::count_if(in_line.begin(), in_line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    return "line " + std::to_string(lines + 1) + ", column " + std::to_string(columns + 1);
}

struct explanation
{
    std::string_view code;
    std::string_view sentence;
};

explanation explain(json_error error)
{
    switch (error) {
    case json_error::incomplete:
        return {"incomplete", "The text ends too early"};
    case json_error::extra:
        return {"syntax", "Something follows the JSON value"};
    case json_error::depth:
        return {"depth", "Arrays and objects are nested too deeply"};
    case json_error::number:
        return {"number", "The exponent of a number is out of all bounds"};
    case json_error::none:
    case json_error::stopped:
    case json_error::syntax:
        break;
    }
    return {"syntax", "The text is not JSON"};
}

std::unique_ptr<problem> syntax_problem(std::string_view text, json_outcome outcome)
{
    if (text.empty())
        return std::make_unique<problem>(
            status::bad_request, "The body is empty where JSON was expected.");
    explanation why = explain(outcome.error);
    if (outcome.error == json_error::syntax) {
        // The parser does not tell bytes that are not UTF-8 from other wrong ones.
        const std::size_t valid = valid_utf8(text);
        if (valid <= outcome.offset + 3 && valid < text.size()) {
            outcome.offset = valid;
            why = {"encoding", "The text is not valid UTF-8"};
        }
    }
    const std::string place = place_of(text, outcome.offset);
    std::string detail{why.sentence};
    detail += ": " + place + ".";
    auto made = std::make_unique<problem>(status::bad_request, std::move(detail));
    made->fault({"", std::string{why.code}, place});
    return made;
}

std::unique_ptr<problem> content_problem(json_binder& binder)
{
    const std::size_t count = binder.faults().size();
    std::string detail = "The body has " + std::to_string(count);
    if (binder.is_full())
        detail += " faults or more; reading stopped there.";
    else
        detail += count == 1 ? " fault." : " faults.";
    auto made = std::make_unique<problem>(status::unprocessable_content, std::move(detail));
    for (problem_fault& each : binder.faults())
        made->fault(std::move(each));
    return made;
}

} // namespace

std::unique_ptr<problem>
read_json(std::string_view text, const shape& type, void* value, const json_limits& limits)
{
    json_binder binder{type, value, limits.faults()};
    const json_outcome outcome = parse_json(text, binder.sink(), limits.depth());
    if (outcome.error != json_error::none && outcome.error != json_error::stopped)
        return syntax_problem(text, outcome);
    if (!binder.faults().empty())
        return content_problem(binder);
    return nullptr;
}

std::unique_ptr<problem>
read_json(request& from, const shape& type, void* value, const json_limits& limits)
{
    const auto content_type = from.header(field::content_type);
    if (!content_type || !is_json(*content_type)) {
        auto made = std::make_unique<problem>(
            status::unsupported_media_type,
            "The body must be JSON, with the content type application/json.");
        made->header(field::accept, "application/json");
        return made;
    }
    const auto body = from.body();
    FREVO_ASSERT(body.has_value());
    return read_json(body.value_or(std::string_view{}), type, value, limits);
}

response json_response(const shape& type, const void* value)
{
    std::string text;
    append_json(text, type, value);
    response made{status::ok, body{std::move(text)}};
    made.static_content_type("application/json");
    return made;
}

} // namespace frevo::detail
