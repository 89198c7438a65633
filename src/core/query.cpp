// SPDX-License-Identifier: BSL-1.0
// Splitting of query strings.
#include <frevo/core/percent.hpp>
#include <frevo/core/query.hpp>

namespace frevo {

void query_view::iterator::advance() noexcept
{
    while (!rest_.empty()) {
        const std::string_view pair = rest_.substr(0, rest_.find('&'));
        rest_.remove_prefix(pair.size() == rest_.size() ? pair.size() : pair.size() + 1);
        if (pair.empty())
            continue;
        const std::size_t equals = pair.find('=');
        pair_.name = pair.substr(0, equals);
        pair_.value = equals == pair.npos ? pair.substr(pair.size()) : pair.substr(equals + 1);
        at_ = pair.data();
        return;
    }
    at_ = nullptr;
}

std::optional<std::string_view> query_view::find(std::string_view name) const noexcept
{
    for (const query_pair& pair : *this) {
        if (percent_equals(pair.name, name, url_part::query))
            return pair.value;
    }
    return std::nullopt;
}

std::optional<std::string> query_view::get(std::string_view name) const
{
    const auto value = find(name);
    std::string decoded;
    if (!value || !percent_decode(*value, decoded, url_part::query))
        return std::nullopt;
    return decoded;
}

} // namespace frevo
