// SPDX-License-Identifier: BSL-1.0
// Fetches the texts of parameters and says what is wrong with them.
#include <frevo/core/cookie.hpp>
#include <frevo/core/percent.hpp>
#include <frevo/core/query.hpp>
#include <frevo/http/service.hpp>
#include <frevo/routing/params.hpp>

namespace frevo::detail {

namespace {

std::string_view word(parameter_place place) noexcept
{
    switch (place) {
    case parameter_place::path:
        return "path";
    case parameter_place::query:
        return "query";
    case parameter_place::header:
        return "header";
    case parameter_place::cookie:
        return "cookie";
    }
    return {};
}

/// `The query parameter "limit"`, `The header "x-tenant"`.
std::string subject(parameter_place place, std::string_view name)
{
    const bool parameter = place == parameter_place::path || place == parameter_place::query;
    return std::string{"The "}
        .append(word(place))
        .append(parameter ? " parameter \"" : " \"")
        .append(name)
        .append("\"");
}

problem
fault(status code, parameter_place place, std::string_view name, const char* kind, std::string text)
{
    std::string pointer = "#";
    pointer.append(word(place)).append("/").append(name);
    return problem{code, text}.fault({std::move(pointer), kind, std::move(text)});
}

result<std::string_view> decode_query(request& req, std::string_view raw)
{
    if (!needs_decoding(raw, url_part::query) && is_valid_utf8(raw))
        return raw;
    std::string text;
    if (!percent_decode(raw, text, url_part::query))
        return problem{status::bad_request, "The target has a malformed percent escape."};
    if (!is_valid_utf8(text))
        return problem{status::bad_request, "The target is not valid UTF-8 after decoding."};
    return request_access::keep(req, text);
}

} // namespace

problem unreadable_parameter(parameter_place place, std::string_view name, std::string_view kind)
{
    const bool vowel = !kind.empty() && std::string_view{"aeiou"}.find(kind[0]) != kind.npos;
    const std::string_view article = kind.starts_with("one of ") ? "" : vowel ? "an " : "a ";
    std::string text = subject(place, name);
    text.append(" must be ").append(article).append(kind).append(".");
    const status code = place == parameter_place::path ? status::not_found : status::bad_request;
    return fault(code, place, name, "type", std::move(text));
}

problem missing_parameter(parameter_place place, std::string_view name)
{
    return fault(
        status::bad_request, place, name, "required", subject(place, name) + " is missing.");
}

result<std::string_view> path_text(request& req, std::string_view name)
{
    auto text = req.param(name);
    if (!text)
        return std::move(text).error();
    if (!*text) // the start of the application has checked that the route has it
        return problem{status::not_found};
    return **text;
}

result<std::optional<std::string_view>> query_text(request& req, std::string_view name)
{
    return req.query(name);
}

result<std::vector<std::string_view>> query_texts(request& req, std::string_view name)
{
    std::vector<std::string_view> texts;
    for (const query_pair& each : query_view{req.query()}) {
        if (!percent_equals(each.name, name, url_part::query))
            continue;
        auto text = decode_query(req, each.value);
        if (!text)
            return std::move(text).error();
        texts.push_back(*text);
    }
    return texts;
}

std::optional<std::string_view>
header_text(const request& req, field id, std::string_view name) noexcept
{
    return id == field::unknown ? req.header(name) : req.header(id);
}

std::optional<std::string_view> cookie_text(const request& req, std::string_view name) noexcept
{
    for (const field_line& line : req.headers()) {
        if (line.id != field::cookie)
            continue;
        if (const auto value = cookie_view{line.value}.find(name))
            return value;
    }
    return std::nullopt;
}

std::string_view body_text(const request& req)
{
    const std::optional<std::string_view> arrived = req.body();
    FREVO_ASSERT(arrived.has_value()); // the endpoint has waited for it
    return arrived.value_or(std::string_view{});
}

} // namespace frevo::detail
