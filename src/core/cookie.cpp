// SPDX-License-Identifier: BSL-1.0
// Splitting of Cookie fields.
#include <frevo/core/ascii.hpp>
#include <frevo/core/cookie.hpp>

namespace frevo {

void cookie_view::iterator::advance() noexcept
{
    while (!rest_.empty()) {
        const std::string_view part = rest_.substr(0, rest_.find(';'));
        rest_.remove_prefix(part.size() == rest_.size() ? part.size() : part.size() + 1);
        const std::size_t equals = part.find('=');
        if (equals == part.npos)
            continue;
        pair_.name = trim_ows(part.substr(0, equals));
        pair_.value = trim_ows(part.substr(equals + 1));
        if (pair_.name.empty())
            continue;
        if (pair_.value.size() >= 2 && pair_.value.front() == '"' && pair_.value.back() == '"')
            pair_.value = pair_.value.substr(1, pair_.value.size() - 2);
        at_ = part.data();
        return;
    }
    at_ = nullptr;
}

std::optional<std::string_view> cookie_view::find(std::string_view name) const noexcept
{
    for (const cookie_pair& pair : *this) {
        if (pair.name == name)
            return pair.value;
    }
    return std::nullopt;
}

} // namespace frevo
