// SPDX-License-Identifier: BSL-1.0
// The four forms of a request target, and the syntax of the host inside.

#include "protocol/target.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>

namespace frevo::detail {

namespace {

constexpr unsigned char target_bit = 1; // may stand in a target
constexpr unsigned char path_bit = 2;   // the same, but for '?'
constexpr unsigned char host_bit = 4;   // a character of a registered name
constexpr unsigned char hex_bit = 8;

consteval std::array<unsigned char, 256> make_classes()
{
    std::array<unsigned char, 256> classes{};
    for (unsigned c = 0x21; c < 0x7f; ++c)
        classes[c] = target_bit | path_bit;
    for (const char c : {'"', '#', '<', '>', '\\'})
        classes[static_cast<unsigned char>(c)] = 0;
    classes['?'] = target_bit;
    for (unsigned c = 0; c < 128; ++c) {
        if (is_digit(static_cast<char>(c)) || is_alpha(static_cast<char>(c)))
            classes[c] |= host_bit;
        if (is_digit(static_cast<char>(c)) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'))
            classes[c] |= hex_bit;
    }
    // unreserved and sub-delims of RFC 3986 section 2
    for (const char c :
         {'-', '.', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '='})
        classes[static_cast<unsigned char>(c)] |= host_bit;
    return classes;
}

constexpr std::array<unsigned char, 256> classes = make_classes();

bool has(char c, unsigned char bit) noexcept
{
    return (classes[static_cast<unsigned char>(c)] & bit) != 0;
}

span_in_head span_of(const char* base, const char* begin, const char* end) noexcept
{
    return {static_cast<std::uint32_t>(begin - base), static_cast<std::uint32_t>(end - begin)};
}

/// Returns the size of "http://" or "https://" in front of the text, or 0.
std::size_t scheme_size(std::string_view text) noexcept
{
    using namespace std::string_view_literals;
    for (const auto scheme : {"http://"sv, "https://"sv}) {
        if (starts_with_ignore_case(text, scheme))
            return scheme.size();
    }
    return 0;
}

rejection parse_absolute(const char* base, std::string_view target, request_head& head) noexcept
{
    const std::size_t skipped = scheme_size(target);
    if (skipped == 0)
        return rejection::invalid_target;
    const char* begin = target.data() + skipped;
    const char* end = target.data() + target.size();
    const char* at = begin;
    while (at != end && *at != '/' && *at != '?')
        ++at;
    head.form = target_form::absolute;
    head.authority = span_of(base, begin, at);
    // User information ("user:password@") is no part of this syntax and so refused.
    // Source: RFC 9110 section 4.2.4.
    if (!is_authority(head.authority.in(base)))
        return rejection::invalid_target;
    return read_origin_form(base, at, end, head) == end ? rejection::none
                                                        : rejection::invalid_target;
}

bool is_port(std::string_view text) noexcept
{
    if (text.size() > 5)
        return false;
    std::uint32_t number = 0;
    for (const char c : text) {
        if (!is_digit(c))
            return false;
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number <= 0xffff;
}

/// Tells whether a text is what may stand between brackets: an IPv6 address, or "v", a version, a
/// dot and what that version says. Source: RFC 3986 section 3.2.2.
bool is_ip_literal(std::string_view text) noexcept
{
    constexpr std::size_t longest = INET6_ADDRSTRLEN; // with the zero at its end
    if (text.size() > 2 && (text[0] == 'v' || text[0] == 'V')) {
        std::size_t at = 1;
        while (at < text.size() && has(text[at], hex_bit))
            ++at;
        if (at == 1 || at == text.size() || text[at] != '.')
            return false;
        const std::string_view rest = text.substr(at + 1);
        return !rest.empty() && std::all_of(rest.begin(), rest.end(), [](char c) {
            return has(c, host_bit) || c == ':';
        });
    }
    if (text.size() >= longest)
        return false;
    char copy[longest] = {};
    std::memcpy(copy, text.data(), text.size());
    in6_addr address;
    return std::memchr(copy, 0, text.size()) == nullptr &&
           ::inet_pton(AF_INET6, copy, &address) == 1;
}

/// Returns where the host ends, or nullptr when there is none or it is malformed.
const char* skip_host(const char* at, const char* end) noexcept
{
    const char* begin = at;
    if (at != end && *at == '[') {
        while (at != end && *at != ']')
            ++at;
        const auto size = static_cast<std::size_t>(at - begin);
        return at != end && is_ip_literal({begin + 1, size - 1}) ? at + 1 : nullptr;
    }
    for (;;) {
        while (at != end && has(*at, host_bit))
            ++at;
        if (end - at < 3 || *at != '%' || !has(at[1], hex_bit) || !has(at[2], hex_bit))
            return at == begin ? nullptr : at;
        at += 3;
    }
}

} // namespace

const char*
read_origin_form(const char* base, const char* at, const char* end, request_head& head) noexcept
{
    const char* begin = at;
    while (at != end && has(*at, path_bit))
        ++at;
    head.path = span_of(base, begin, at);
    if (at == end || *at != '?')
        return at;
    begin = ++at;
    while (at != end && has(*at, target_bit))
        ++at;
    head.has_query = true;
    head.query = span_of(base, begin, at);
    return at;
}

bool is_target_char(char c) noexcept
{
    return has(c, target_bit);
}

bool is_authority(std::string_view text) noexcept
{
    const char* end = text.data() + text.size();
    const char* at = skip_host(text.data(), end);
    if (at == nullptr)
        return false;
    if (at == end)
        return true;
    return *at == ':' && is_port({at + 1, static_cast<std::size_t>(end - at - 1)});
}

rejection parse_target(const char* base, request_head& head) noexcept
{
    const std::string_view target = head.target.in(base);
    if (target.empty())
        return rejection::invalid_target;
    if (head.method == method::connect) {
        head.form = target_form::authority;
        head.authority = head.target;
        // The port must be there. Source: RFC 9110 section 9.3.6.
        const char last = target.back();
        const bool has_port = is_digit(last) && target.find(':') != std::string_view::npos;
        return has_port && is_authority(target) ? rejection::none : rejection::invalid_target;
    }
    if (target.front() == '/') {
        const char* end = target.data() + target.size();
        return read_origin_form(base, target.data(), end, head) == end ? rejection::none
                                                                       : rejection::invalid_target;
    }
    if (target == "*" && head.method == method::options) {
        head.form = target_form::asterisk;
        return rejection::none;
    }
    return parse_absolute(base, target, head);
}

} // namespace frevo::detail
