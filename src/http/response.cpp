// SPDX-License-Identifier: BSL-1.0
// Building a response.
#include <frevo/http/response.hpp>

namespace frevo {

response::response(std::string text) : content_type_(plain_text), body_(std::move(text)) {}

response::response(frevo::status code, std::string text)
    : status_(code), content_type_(plain_text), body_(std::move(text))
{}

response::response(const problem& error)
    : status_(error.code()),
      content_type_("application/problem+json"),
      fields_(error.headers()),
      body_(error.to_json())
{}

response& response::header(field id, std::string_view value) &
{
    if (id == field::content_type)
        return content_type(value);
    fields_.set(id, value);
    return *this;
}

response& response::header(std::string_view name, std::string_view value) &
{
    if (parse_field(name) == field::content_type)
        return content_type(value);
    fields_.set(name, value);
    return *this;
}

response& response::add_header(field id, std::string_view value) &
{
    if (id == field::content_type) // it may stand only once
        return content_type(value);
    fields_.add(id, value);
    return *this;
}

response& response::add_header(std::string_view name, std::string_view value) &
{
    if (parse_field(name) == field::content_type)
        return content_type(value);
    fields_.add(name, value);
    return *this;
}

response& response::content_type(std::string_view type) &
{
    fields_.set(field::content_type, type);
    content_type_ = {};
    return *this;
}

response& response::close() &
{
    fields_.set(field::connection, "close");
    return *this;
}

response&& response::header(field id, std::string_view value) &&
{
    return std::move(header(id, value));
}

response&& response::header(std::string_view name, std::string_view value) &&
{
    return std::move(header(name, value));
}

response&& response::add_header(field id, std::string_view value) &&
{
    return std::move(add_header(id, value));
}

response&& response::add_header(std::string_view name, std::string_view value) &&
{
    return std::move(add_header(name, value));
}

response&& response::content_type(std::string_view type) &&
{
    return std::move(content_type(type));
}

response&& response::close() &&
{
    return std::move(close());
}

std::string_view response::content_type() const noexcept
{
    if (!content_type_.empty())
        return content_type_;
    return fields_.get(field::content_type).value_or(std::string_view{});
}

response stream(std::string_view content_type, body_producer producer)
{
    return response{status::ok, body::produced(std::move(producer))}.content_type(content_type);
}

response stream(std::string_view content_type, std::uint64_t size, body_producer producer)
{
    return response{status::ok, body::produced(std::move(producer), size)}.content_type(
        content_type);
}

} // namespace frevo
