// SPDX-License-Identifier: BSL-1.0
// Reads a response: the other side of the writer, written without its code.
#include <frevo/core/ascii.hpp>
#include <frevo/testing/reply.hpp>

#include <charconv>
#include <stdexcept>

namespace frevo::testing {

namespace {

[[noreturn]] void fail(const char* why)
{
    throw std::runtime_error{std::string{"the test client cannot read the response: "} + why};
}

std::size_t to_number(std::string_view text, int base)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size())
        fail("a length is no number");
    return value;
}

/// Decodes a chunked body; nothing while it is incomplete. `used`: its size with the framing.
std::optional<std::string> read_chunks(std::string_view bytes, std::size_t& used)
{
    std::string text;
    std::size_t at = 0;
    for (;;) {
        const std::size_t line_end = bytes.find("\r\n", at);
        if (line_end == std::string_view::npos)
            return std::nullopt;
        const std::size_t size = to_number(bytes.substr(at, line_end - at), 16);
        at = line_end + 2;
        if (size == 0)
            break;
        if (bytes.size() < at + size + 2)
            return std::nullopt;
        text.append(bytes.substr(at, size));
        if (bytes.substr(at + size, 2) != "\r\n")
            fail("a chunk does not end with CRLF");
        at += size + 2;
    }
    const std::size_t end = bytes.substr(at, 2) == "\r\n" ? at : bytes.find("\r\n\r\n", at);
    if (end == std::string_view::npos)
        return std::nullopt;
    used = end + (end == at ? 2 : 4);
    return text;
}

} // namespace

std::string_view reply::header(std::string_view name) const noexcept
{
    for (const auto& [key, value] : headers_) {
        if (equals_ignore_case(key, name))
            return value;
    }
    return {};
}

std::optional<reply> reply::take(std::string& bytes, bool to_head, bool at_end)
{
    const std::size_t head_end = bytes.find("\r\n\r\n");
    if (head_end == std::string::npos)
        return std::nullopt;
    reply made;
    std::string_view head{bytes.data(), head_end + 2};
    const std::size_t line_end = head.find("\r\n");
    const std::string_view line = head.substr(0, line_end);
    if (line.size() < 12 || line.substr(0, 9) != "HTTP/1.1 ")
        fail("no status line");
    made.status_ = static_cast<frevo::status>(to_number(line.substr(9, 3), 10));
    for (head.remove_prefix(line_end + 2); !head.empty();) {
        const std::size_t end = head.find("\r\n");
        const std::size_t colon = head.find(':');
        if (colon > end)
            fail("a field line has no colon");
        made.headers_.emplace_back(
            head.substr(0, colon), trim_ows(head.substr(colon + 1, end - colon - 1)));
        head.remove_prefix(end + 2);
    }
    const std::size_t body_at = head_end + 4;
    const std::string_view rest{bytes.data() + body_at, bytes.size() - body_at};
    std::size_t used = 0;
    if (to_head || !has_body(made.status_)) {
    } else if (equals_ignore_case(made.header("transfer-encoding"), "chunked")) {
        std::optional<std::string> text = read_chunks(rest, used);
        if (!text)
            return std::nullopt;
        made.text_ = *std::move(text);
    } else if (const std::string_view length = made.header("content-length"); !length.empty()) {
        used = to_number(length, 10);
        if (rest.size() < used)
            return std::nullopt;
        made.text_ = rest.substr(0, used);
    } else {
        if (!at_end)
            return std::nullopt;
        used = rest.size();
        made.text_ = rest;
    }
    bytes.erase(0, body_at + used);
    return made;
}

} // namespace frevo::testing
