// SPDX-License-Identifier: BSL-1.0
// Answers that repeat what the request said: its body, path, query, fields and sender.
#include "routes.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/percent.hpp>
#include <frevo/core/query.hpp>
#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using frevo::field, frevo::json, frevo::problem, frevo::request, frevo::result, frevo::status;

namespace {

struct sender
{
    std::string ip;
};
BOOST_DESCRIBE_STRUCT(sender, (), (ip))

/// Whether to believe what proxies say about their clients.
struct proxy_trust
{
    bool given = false;
};

frevo::response echo(
    frevo::request_body<std::string> body,
    frevo::header<"content-type", std::string_view, "application/octet-stream"> type)
{
    return frevo::response{status::ok, frevo::body{*std::move(body)}}.content_type(*type);
}

std::string_view show_segment(frevo::path<"name"> name)
{
    return *name;
}

// The query

std::string decode(std::string_view part)
{
    std::string text;
    if (!frevo::percent_decode(part, text, frevo::url_part::query))
        throw problem{status::bad_request, "The query has a broken escape."};
    if (!frevo::is_valid_utf8(text))
        throw problem{status::bad_request, "The query is not UTF-8."};
    return text;
}

json<std::map<std::string, std::vector<std::string>>> show_query(const request& req)
{
    std::map<std::string, std::vector<std::string>> values;
    for (const auto& [name, value] : frevo::query_view{req.query()})
        values[decode(name)].push_back(decode(value));
    return values;
}

// The fields

json<std::vector<std::array<std::string, 2>>> show_fields(const request& req)
{
    std::vector<std::array<std::string, 2>> lines;
    for (const frevo::field_line line : req.headers()) {
        std::string name{line.name};
        for (char& each : name)
            each = frevo::to_lower(each);
        lines.push_back({std::move(name), std::string{line.value}});
    }
    return lines;
}

// The sender

std::string_view behind_last(std::string_view text, char separator)
{
    return text.substr(text.find_last_of(separator) + 1); // all of it when there is none
}

/// An address without its port, if it has one, and without brackets.
std::string_view without_port(std::string_view address)
{
    if (address.starts_with('['))
        return address.substr(1, address.find(']') - 1);
    const std::size_t colon = address.find(':');
    return colon == address.rfind(':') ? address.substr(0, colon) : address;
}

/// The parameter `for` of an element of Forwarded. Source: RFC 7239 section 4.
std::optional<std::string_view> parameter_for(std::string_view element)
{
    while (!element.empty()) {
        const std::size_t end = element.find(';');
        const std::string_view pair = frevo::trim_ows(element.substr(0, end));
        if (pair.size() > 4 && frevo::equals_ignore_case(pair.substr(0, 4), "for=")) {
            std::string_view value = pair.substr(4);
            if (value.size() > 1 && value.front() == '"' && value.back() == '"')
                value = value.substr(1, value.size() - 2);
            return without_port(value);
        }
        element.remove_prefix(end == std::string_view::npos ? element.size() : end + 1);
    }
    return std::nullopt;
}

/// The value of the last line of a name: a proxy adds its entry at the end.
std::optional<std::string_view> last_value(const request& req, std::string_view name)
{
    std::optional<std::string_view> found;
    for (const frevo::field_line line : req.headers()) {
        if (frevo::equals_ignore_case(line.name, name))
            found = line.value;
    }
    return found;
}

json<sender> show_sender(const request& req, frevo::state<const proxy_trust> trust)
{
    if (trust->given) {
        if (const auto hops = last_value(req, "forwarded")) {
            if (const auto ip = parameter_for(behind_last(*hops, ',')))
                return sender{std::string{*ip}};
        }
        if (const auto hops = last_value(req, "x-forwarded-for"))
            return sender{std::string{without_port(frevo::trim_ows(behind_last(*hops, ',')))}};
    }
    return sender{std::string{without_port(req.peer())}};
}

} // namespace

void conformance::add_requests(frevo::app& app, bool trust_proxy)
{
    app.share(proxy_trust{trust_proxy});
    app.post("/echo", echo);
    app.get("/raw/{name}", show_segment);
    app.get("/query", show_query);
    app.get("/headers", show_fields);
    app.get("/client", show_sender);
}
