// SPDX-License-Identifier: BSL-1.0
// Parsing of media types and of the fields that choose between them.
#include <frevo/core/ascii.hpp>
#include <frevo/core/media_type.hpp>

#include <algorithm>

namespace frevo {

namespace {

// Takes the token at the front; empty if there is none.
std::string_view take_token(std::string_view& text) noexcept
{
    std::size_t size = 0;
    while (size < text.size() && is_token_char(text[size]))
        ++size;
    const std::string_view token = text.substr(0, size);
    text.remove_prefix(size);
    return token;
}

// Takes the quoted string at the front with its quotes; empty if it is malformed.
std::string_view take_quoted(std::string_view& text) noexcept
{
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            const std::string_view quoted = text.substr(0, at + 1);
            text.remove_prefix(at + 1);
            return is_field_value(quoted) ? quoted : std::string_view{};
        }
    }
    return {};
}

// Walks parameters. Source: RFC 9110 section 5.6.6, where empty ones are allowed.
class parameter_reader
{
public:
    explicit parameter_reader(std::string_view text) noexcept : rest_(text) {}

    // Steps to the next parameter; false at the end and at the first malformed one.
    bool next() noexcept
    {
        for (;;) {
            rest_ = trim_ows(rest_);
            if (rest_.empty())
                return false;
            if (rest_.front() != ';')
                break;
            rest_.remove_prefix(1);
        }
        name = take_token(rest_);
        well_formed_ = false;
        if (name.empty() || !rest_.starts_with('='))
            return false;
        rest_.remove_prefix(1);
        value = rest_.starts_with('"') ? take_quoted(rest_) : take_token(rest_);
        const std::string_view after = trim_ows(rest_);
        well_formed_ = !value.empty() && (after.empty() || after.front() == ';');
        return well_formed_;
    }

    bool well_formed() const noexcept { return well_formed_; }

    std::string_view name;
    std::string_view value; // with quotes, if it has any

private:
    std::string_view rest_;
    bool well_formed_ = true;
};

// The characters of a parameter's value one by one, without quotes and escapes.
class value_reader
{
public:
    explicit value_reader(std::string_view raw) noexcept : rest_(raw), quoted_(raw.starts_with('"'))
    {
        if (quoted_)
            rest_ = raw.substr(1, raw.size() - 2);
    }

    bool empty() const noexcept { return rest_.empty(); }
    char next() noexcept
    {
        if (quoted_ && rest_.front() == '\\' && rest_.size() > 1)
            rest_.remove_prefix(1);
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

private:
    std::string_view rest_;
    bool quoted_;
};

bool same_value(std::string_view a, std::string_view b) noexcept
{
    value_reader left{a};
    value_reader right{b};
    while (!left.empty() && !right.empty()) {
        if (to_lower(left.next()) != to_lower(right.next()))
            return false;
    }
    return left.empty() && right.empty();
}

bool has_parameter(std::string_view parameters, std::string_view name, std::string_view value)
{
    parameter_reader in{parameters};
    while (in.next()) {
        if (equals_ignore_case(in.name, name) && same_value(in.value, value))
            return true;
    }
    return false;
}

constexpr int no_weight = -1;

// "0.75" is 750; `no_weight` for what is not a weight. Source: RFC 9110 section 12.4.2.
int parse_weight(std::string_view text) noexcept
{
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1'))
        return no_weight;
    if (text.size() > 1 && text[1] != '.')
        return no_weight;
    int weight = (text[0] - '0') * 1000;
    int unit = 100;
    for (const char c : text.substr(std::min<std::size_t>(text.size(), 2))) {
        if (!is_digit(c))
            return no_weight;
        weight += (c - '0') * unit;
        unit /= 10;
    }
    return weight <= 1000 ? weight : no_weight;
}

// Takes the next member of a comma-separated list; commas in quoted strings do not separate.
std::string_view take_member(std::string_view& list) noexcept
{
    std::size_t at = 0;
    bool quoted = false;
    for (; at < list.size(); ++at) {
        const char c = list[at];
        if (quoted && c == '\\')
            ++at;
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            break;
    }
    at = std::min(at, list.size());
    const std::string_view member = list.substr(0, at);
    list.remove_prefix(at == list.size() ? at : at + 1);
    return trim_ows(member);
}

// How well a range of an Accept value fits an offer: the weight, and how specific the range is.
struct fit
{
    int weight = 0;
    int specificity = -1;
};

fit fit_of(std::string_view member, const media_type& offer) noexcept
{
    const auto range = media_type::parse(member);
    if (!range || !offer.matches(*range))
        return {};
    fit result{1000, 0};
    if (range->type() != "*")
        result.specificity = range->subtype() == "*" ? 1 : 2;
    for (parameter_reader in{range->parameters()}; in.next();) {
        if (equals_ignore_case(in.name, "q")) {
            // What follows the weight does not describe the media type.
            result.weight = parse_weight(in.value);
            return result.weight == no_weight ? fit{} : result;
        }
        if (!has_parameter(offer.parameters(), in.name, in.value))
            return {};
        ++result.specificity;
    }
    return result;
}

int weight_of(std::string_view accept, std::string_view offer_text) noexcept
{
    const auto offer = media_type::parse(offer_text);
    if (!offer)
        return 0;
    fit best;
    while (!accept.empty()) {
        const fit found = fit_of(take_member(accept), *offer);
        if (found.specificity > best.specificity)
            best = found;
    }
    return best.weight;
}

bool same_coding(std::string_view a, std::string_view b) noexcept
{
    // Source: RFC 9110 section 8.4.1, on the names with "x-".
    const auto plain = [](std::string_view name) {
        return starts_with_ignore_case(name, "x-") ? name.substr(2) : name;
    };
    return equals_ignore_case(plain(a), plain(b));
}

// In half thousandths, so that a coding that is merely not refused comes after all that are named.
int weight_of_coding(std::string_view accept, std::string_view coding) noexcept
{
    int any = no_weight;
    while (!accept.empty()) {
        std::string_view member = take_member(accept);
        const std::string_view name = take_token(member);
        int weight = 1000;
        for (parameter_reader in{member}; in.next();) {
            if (equals_ignore_case(in.name, "q"))
                weight = parse_weight(in.value);
        }
        if (name.empty() || weight == no_weight)
            continue;
        if (same_coding(name, coding))
            return 2 * weight;
        if (name == "*")
            any = 2 * weight;
    }
    if (any != no_weight)
        return any;
    return equals_ignore_case(coding, "identity") ? 1 : 0;
}

template <class Weight>
std::optional<std::size_t>
best_of(std::span<const std::string_view> offers, Weight weight_of_offer) noexcept
{
    std::optional<std::size_t> best;
    int best_weight = 0;
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const int weight = weight_of_offer(offers[i]);
        if (weight > best_weight) {
            best = i;
            best_weight = weight;
        }
    }
    return best;
}

} // namespace

std::optional<media_type> media_type::parse(std::string_view text) noexcept
{
    text = trim_ows(text);
    media_type parsed;
    parsed.type_ = take_token(text);
    if (parsed.type_.empty() || !text.starts_with('/'))
        return std::nullopt;
    text.remove_prefix(1);
    parsed.subtype_ = take_token(text);
    text = trim_ows(text);
    if (parsed.subtype_.empty() || !(text.empty() || text.front() == ';'))
        return std::nullopt;
    // "*" alone is a wildcard only with a wildcard behind it.
    if (parsed.type_ == "*" && parsed.subtype_ != "*")
        return std::nullopt;
    parameter_reader in{text};
    while (in.next()) {}
    if (!in.well_formed())
        return std::nullopt;
    if (!text.empty())
        parsed.parameters_ = trim_ows(text.substr(1));
    return parsed;
}

std::string_view media_type::suffix() const noexcept
{
    const std::size_t plus = subtype_.rfind('+');
    return plus == subtype_.npos ? std::string_view{} : subtype_.substr(plus + 1);
}

std::optional<std::string> media_type::parameter(std::string_view name) const
{
    parameter_reader in{parameters_};
    while (in.next()) {
        if (!equals_ignore_case(in.name, name))
            continue;
        std::string plain;
        for (value_reader value{in.value}; !value.empty();)
            plain += value.next();
        return plain;
    }
    return std::nullopt;
}

bool media_type::is(std::string_view essence) const noexcept
{
    return essence.size() == type_.size() + 1 + subtype_.size() && essence[type_.size()] == '/' &&
           equals_ignore_case(essence.substr(0, type_.size()), type_) &&
           equals_ignore_case(essence.substr(type_.size() + 1), subtype_);
}

bool media_type::matches(const media_type& range) const noexcept
{
    if (range.type_ == "*")
        return true;
    return equals_ignore_case(type_, range.type_) &&
           (range.subtype_ == "*" || equals_ignore_case(subtype_, range.subtype_));
}

bool is_json(std::string_view content_type) noexcept
{
    const auto parsed = media_type::parse(content_type);
    return parsed &&
           (parsed->is("application/json") || equals_ignore_case(parsed->suffix(), "json"));
}

std::optional<std::size_t>
negotiate(std::string_view accept, std::span<const std::string_view> offers) noexcept
{
    if (trim_ows(accept).empty())
        accept = "*/*";
    return best_of(offers, [&](std::string_view offer) { return weight_of(accept, offer); });
}

std::optional<std::size_t> negotiate_coding(
    std::string_view accept_encoding, std::span<const std::string_view> offers) noexcept
{
    return best_of(
        offers, [&](std::string_view offer) { return weight_of_coding(accept_encoding, offer); });
}

} // namespace frevo
