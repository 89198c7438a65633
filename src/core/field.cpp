// SPDX-License-Identifier: BSL-1.0
// Spelling and look-up of the known field names.
#include "core/field_start.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/field.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace frevo {

namespace {

// In the order of the enumerators of `field`.
constexpr std::array<std::string_view, field_count> names{
    std::string_view{},
    "Accept",
    "Accept-CH",
    "Accept-Charset",
    "Accept-Encoding",
    "Accept-Language",
    "Accept-Patch",
    "Accept-Post",
    "Accept-Ranges",
    "Access-Control-Allow-Credentials",
    "Access-Control-Allow-Headers",
    "Access-Control-Allow-Methods",
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Access-Control-Max-Age",
    "Access-Control-Request-Headers",
    "Access-Control-Request-Method",
    "Age",
    "Allow",
    "Alt-Svc",
    "Authorization",
    "Cache-Control",
    "Clear-Site-Data",
    "Connection",
    "Content-Disposition",
    "Content-Encoding",
    "Content-Language",
    "Content-Length",
    "Content-Location",
    "Content-Range",
    "Content-Security-Policy",
    "Content-Security-Policy-Report-Only",
    "Content-Type",
    "Cookie",
    "Cross-Origin-Embedder-Policy",
    "Cross-Origin-Opener-Policy",
    "Cross-Origin-Resource-Policy",
    "Date",
    "Deprecation",
    "DNT",
    "Early-Data",
    "ETag",
    "Expect",
    "Expires",
    "Forwarded",
    "From",
    "Host",
    "Idempotency-Key",
    "If-Match",
    "If-Modified-Since",
    "If-None-Match",
    "If-Range",
    "If-Unmodified-Since",
    "Keep-Alive",
    "Last-Event-ID",
    "Last-Modified",
    "Link",
    "Location",
    "Max-Forwards",
    "Origin",
    "Permissions-Policy",
    "Pragma",
    "Prefer",
    "Preference-Applied",
    "Priority",
    "Proxy-Authenticate",
    "Proxy-Authorization",
    "Proxy-Connection",
    "Range",
    "Referer",
    "Referrer-Policy",
    "Retry-After",
    "Sec-Fetch-Dest",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Site",
    "Sec-Fetch-User",
    "Sec-WebSocket-Accept",
    "Sec-WebSocket-Extensions",
    "Sec-WebSocket-Key",
    "Sec-WebSocket-Protocol",
    "Sec-WebSocket-Version",
    "Server",
    "Server-Timing",
    "Set-Cookie",
    "Strict-Transport-Security",
    "Sunset",
    "TE",
    "Traceparent",
    "Tracestate",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
    "Upgrade-Insecure-Requests",
    "User-Agent",
    "Vary",
    "Via",
    "WWW-Authenticate",
    "X-Content-Type-Options",
    "X-Correlation-ID",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Frame-Options",
    "X-HTTP-Method-Override",
    "X-Real-IP",
    "X-Request-ID",
    "X-Requested-With",
    "X-XSS-Protection",
};

constexpr std::size_t longest_name =
    std::max_element(names.begin(), names.end(), [](std::string_view a, std::string_view b) {
        return a.size() < b.size();
    })->size();
constexpr std::size_t row_size = sizeof(detail::field_start::text);
static_assert(longest_name + 2 <= row_size);

constexpr std::array<detail::field_start, field_count> make_starts() noexcept
{
    std::array<detail::field_start, field_count> starts{};
    for (std::size_t i = 1; i < field_count; ++i) {
        char* const end = std::copy(names[i].begin(), names[i].end(), starts[i].text);
        end[0] = ':';
        end[1] = ' ';
        starts[i].size = static_cast<unsigned char>(names[i].size() + 2);
    }
    return starts;
}

// The names in lower case, each in a row of its own, for comparison eight bytes at a time.
struct lower_case_rows
{
    std::array<std::array<char, row_size>, field_count> text{};
    std::array<unsigned char, field_count> size{};
};

constexpr lower_case_rows make_rows() noexcept
{
    lower_case_rows rows;
    for (std::size_t i = 0; i < field_count; ++i) {
        rows.size[i] = static_cast<unsigned char>(names[i].size());
        std::transform(names[i].begin(), names[i].end(), rows.text[i].begin(), to_lower);
    }
    return rows;
}

constexpr lower_case_rows rows = make_rows();

constexpr std::uint64_t byte_at(const char* text, std::size_t at) noexcept
{
    return static_cast<unsigned char>(text[at]);
}

constexpr std::uint64_t load4(const char* p) noexcept
{
    return byte_at(p, 0) | byte_at(p, 1) << 8 | byte_at(p, 2) << 16 | byte_at(p, 3) << 24;
}

// Up to 512 slots, chosen by the ends, the middle and the size of the name. Letters of both cases
// meet in the same slot; so may other characters, which the comparison then tells apart.
constexpr unsigned slot_bits = 9;

// Any odd number that gives every name its own slot. When a new name needs another one, trying
// random odd numbers finds it in well under a second.
constexpr std::uint64_t slot_factor = 0x2545b3e6315a42b3u;

constexpr std::size_t slot_of(const char* text, std::size_t size) noexcept
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (size >= 4) {
        first = load4(text) | 0x20202020u;
        last = load4(text + size - 4) | 0x20202020u;
    } else {
        first = byte_at(text, 0) | byte_at(text, size / 2) << 8 | byte_at(text, size - 1) << 16 |
                0x202020u;
    }
    const std::uint64_t middle = byte_at(text, size / 2) | 0x20u;
    const std::uint64_t key = (first << 32 | last) + (middle << 8) + size;
    return static_cast<std::size_t>((key * slot_factor) >> (64 - slot_bits));
}

using slot_table = std::array<unsigned char, std::size_t{1} << slot_bits>;

constexpr slot_table make_slots() noexcept
{
    slot_table slots{};
    for (std::size_t i = 1; i < field_count; ++i)
        slots[slot_of(names[i].data(), names[i].size())] = static_cast<unsigned char>(i);
    return slots;
}

constexpr slot_table slots = make_slots();

static_assert(field_count <= 256, "slots hold one byte");
static_assert(
    std::count_if(slots.begin(), slots.end(), [](unsigned char i) { return i != 0; }) ==
        field_count - 1,
    "two names share a slot: find another slot_factor");
static_assert(
    std::is_sorted(names.begin(), names.end(), [](std::string_view a, std::string_view b) {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(),
            [](char x, char y) { return to_lower(x) < to_lower(y); });
    }));

// Tells whether a word of received text is this word of a lower-case name. Setting bit 0x20 of a
// received character makes it equal to a letter exactly if it is that letter in either case; digits
// and '-', which lack bit 0x40, are compared as they are.
template <class Word>
bool same_word(Word received, Word name) noexcept
{
    constexpr Word upper_bit = static_cast<Word>(0x4040404040404040u);
    return (received | ((name & upper_bit) >> 1)) == name;
}

bool same_name(const char* received, const char* name, std::size_t size) noexcept
{
    if (size >= 8) {
        for (std::size_t at = 0; at + 8 < size; at += 8) {
            if (!same_word(
                    detail::load_word<std::uint64_t>(received + at),
                    detail::load_word<std::uint64_t>(name + at)))
                return false;
        }
        return same_word(
            detail::load_word<std::uint64_t>(received + size - 8),
            detail::load_word<std::uint64_t>(name + size - 8));
    }
    if (size >= 4) {
        return same_word(
                   detail::load_word<std::uint32_t>(received),
                   detail::load_word<std::uint32_t>(name)) &&
               same_word(
                   detail::load_word<std::uint32_t>(received + size - 4),
                   detail::load_word<std::uint32_t>(name + size - 4));
    }
    return equals_ignore_case({received, size}, {name, size});
}

} // namespace

namespace detail {

constinit const std::array<field_start, field_count> field_starts = make_starts();

} // namespace detail

std::string_view to_string(field id) noexcept
{
    const auto index = static_cast<std::size_t>(id);
    return index < names.size() ? names[index] : std::string_view{};
}

field parse_field(std::string_view name) noexcept
{
    const std::size_t size = name.size();
    if (size == 0)
        return field::unknown;
    const std::size_t index = slots[slot_of(name.data(), size)];
    if (rows.size[index] != size || !same_name(name.data(), rows.text[index].data(), size))
        return field::unknown;
    return static_cast<field>(index);
}

} // namespace frevo
