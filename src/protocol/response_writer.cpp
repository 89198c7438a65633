// SPDX-License-Identifier: BSL-1.0
// Prints response heads: status line, automatic fields, the response's own fields.

#include "protocol/response_writer.hpp"

#include "core/output_buffer.hpp"
#include "protocol/control_scan.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/date.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

namespace frevo::detail {

namespace {

using namespace std::string_view_literals;

/// Status lines that are worth having ready; all others are put together.
struct ready_line
{
    frevo::status status;
    std::string_view text;
};

constexpr std::array ready_lines{
    ready_line{status::ok, "HTTP/1.1 200 OK\r\n"sv},
    ready_line{status::created, "HTTP/1.1 201 Created\r\n"sv},
    ready_line{status::no_content, "HTTP/1.1 204 No Content\r\n"sv},
    ready_line{status::not_modified, "HTTP/1.1 304 Not Modified\r\n"sv},
    ready_line{status::not_found, "HTTP/1.1 404 Not Found\r\n"sv},
};

// More than everything the writer adds by itself: digits, field names, line ends.
constexpr std::size_t room_for_own = 192;

/// Writes into room that is known to be large enough.
class printer
{
public:
    explicit printer(char* at) noexcept : at_(at) {}

    void text(std::string_view text) noexcept
    {
        if (text.empty()) // perhaps without an address
            return;
        std::memcpy(at_, text.data(), text.size());
        at_ += text.size();
    }

    /// A text of known size is copied without a call.
    template <std::size_t Size>
    void literal(const char (&text)[Size]) noexcept
    {
        std::memcpy(at_, text, Size - 1);
        at_ += Size - 1;
    }

    template <std::size_t Size>
    void sized(std::string_view text) noexcept
    {
        std::memcpy(at_, text.data(), Size);
        at_ += Size;
    }

    void number(std::uint64_t value) noexcept { at_ = std::to_chars(at_, at_ + 20, value).ptr; }

    char* end() const noexcept { return at_; }

private:
    char* at_;
};

/// What the response's own fields say about things the writer answers for.
struct own_fields
{
    bool plain = true; // all lines can be copied as they stand
    bool has_date = false;
    bool close = false;
    bool has_connection = false; // other options than close and keep-alive, for upgrades
};

bool lists_option(std::string_view list, std::string_view option) noexcept
{
    for (;;) {
        const std::size_t comma = list.find(',');
        if (equals_ignore_case(trim_ows(list.substr(0, comma)), option))
            return true;
        if (comma == std::string_view::npos)
            return false;
        list.remove_prefix(comma + 1);
    }
}

/// Tells whether a line is left to the writer. Most names differ in length from all of these.
bool is_framing_name(std::string_view name) noexcept
{
    switch (name.size()) {
    case 14:
        return equals_ignore_case(name, "content-length");
    case 17:
        return equals_ignore_case(name, "transfer-encoding");
    case 10:
        return equals_ignore_case(name, "connection") || equals_ignore_case(name, "keep-alive");
    default:
        return false;
    }
}

bool is_kept_connection(std::string_view name, std::string_view value) noexcept
{
    return name.size() == 10 && to_lower(name[0]) == 'c' && !lists_option(value, "close") &&
           !lists_option(value, "keep-alive");
}

own_fields look_at(const frevo::fields* own)
{
    own_fields seen;
    if (own == nullptr || own->empty())
        return seen;
    own->for_each([&seen](std::string_view name, std::string_view value) {
        if (name.size() == 4)
            seen.has_date = seen.has_date || equals_ignore_case(name, "date");
        if (!is_framing_name(name))
            return;
        if (is_kept_connection(name, value)) {
            seen.has_connection = true;
            return;
        }
        seen.plain = false;
        seen.close = seen.close || (name.size() == 10 && lists_option(value, "close"));
    });
    return seen;
}

void print_own(printer& out, const frevo::fields& own, bool plain)
{
    if (plain) {
        out.text(own.text());
        return;
    }
    own.for_each([&out](std::string_view name, std::string_view value) {
        if (is_framing_name(name) && !is_kept_connection(name, value))
            return;
        out.text(name);
        out.literal(": ");
        out.text(value);
        out.literal("\r\n");
    });
}

/// Tells whether a text cannot end its line.
bool is_safe(std::string_view text) noexcept
{
    const char* end = text.data() + text.size();
    return find_control(text.data(), end) == end;
}

/// Returns the ready status line, or nothing when it has to be put together.
std::string_view ready_line_of(const response_head& head) noexcept
{
    if (head.reason.empty()) {
        for (const ready_line& line : ready_lines) {
            if (line.status == head.status)
                return line.text;
        }
    }
    return {};
}

/// Returns the phrase to print: never one that could end the line.
std::string_view phrase_of(const response_head& head) noexcept
{
    const bool has_own = !head.reason.empty() && is_safe(head.reason);
    return has_own ? head.reason : reason_phrase(head.status);
}

void print_status_line(printer& out, frevo::status status, std::string_view reason) noexcept
{
    out.literal("HTTP/1.1 ");
    out.number(to_int(status));
    out.literal(" ");
    out.text(reason);
    out.literal("\r\n");
}

void print_date(printer& out, std::string_view date) noexcept
{
    out.literal("Date: ");
    if (date.size() == http_date_size)
        out.sized<http_date_size>(date);
    else
        out.text(date);
    out.literal("\r\n");
}

/// How the body, if any, is delimited.
enum class delimiter : std::uint8_t
{
    nothing,
    length,
    chunked,
    close
};

/// Source: RFC 9110 section 8.6, RFC 9112 sections 6.1 and 6.3.
delimiter choose_delimiter(const response_head& head, const response_context& context) noexcept
{
    const bool tunnel = context.method == method::connect && is_successful(head.status);
    if (is_informational(head.status) || head.status == status::no_content || tunnel)
        return delimiter::nothing;
    if (head.status == status::not_modified) // a length of 0 would speak of an empty representation
        return head.body_known && head.body_size != 0 ? delimiter::length : delimiter::nothing;
    if (head.body_known || head.status == status::reset_content)
        return delimiter::length;
    return context.version == http_version::http_1_1 ? delimiter::chunked : delimiter::close;
}

void print_delimiter(printer& out, const response_head& head, delimiter by) noexcept
{
    if (by == delimiter::length) {
        out.literal("Content-Length: ");
        out.number(head.status == status::reset_content ? 0 : head.body_size);
        out.literal("\r\n");
    } else if (by == delimiter::chunked) {
        out.literal("Transfer-Encoding: chunked\r\n");
    }
}

} // namespace

bool write_head(
    output_buffer& out, const response_head& head, response_context& context, std::string_view date)
{
    const own_fields seen = look_at(head.fields);
    const std::string_view line = ready_line_of(head);
    const std::string_view reason = line.empty() ? phrase_of(head) : std::string_view{};
    const std::string_view own = head.fields != nullptr ? head.fields->text() : std::string_view{};
    const bool body_follows = context.method != method::head && allows_content(head.status);
    const delimiter by = choose_delimiter(head, context);
    const bool tunnel = context.method == method::connect && is_successful(head.status);
    if (seen.close || tunnel || (by == delimiter::close && body_follows))
        context.keep_alive = false;

    const std::size_t room = room_for_own + line.size() + reason.size() + date.size() +
                             head.content_type.size() + own.size();
    char* const begin = out.prepare(room);
    printer print{begin};
    if (line.data() == ready_lines.front().text.data())
        print.sized<ready_lines.front().text.size()>(line);
    else if (!line.empty())
        print.text(line);
    else
        print_status_line(print, head.status, reason);
    const bool interim = is_informational(head.status);
    if (!seen.has_date && !interim && !date.empty())
        print_date(print, date);
    if (!head.content_type.empty() && is_safe(head.content_type)) {
        print.literal("Content-Type: ");
        print.text(head.content_type);
        print.literal("\r\n");
    }
    if (!own.empty())
        print_own(print, *head.fields, seen.plain);
    print_delimiter(print, head, by);
    if (!interim) {
        if (!context.keep_alive)
            print.literal("Connection: close\r\n");
        else if (context.version == http_version::http_1_0)
            print.literal("Connection: keep-alive\r\n");
    }
    print.literal("\r\n");
    out.commit(static_cast<std::size_t>(print.end() - begin));
    return body_follows && by != delimiter::nothing;
}

} // namespace frevo::detail
