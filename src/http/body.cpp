// SPDX-License-Identifier: BSL-1.0
// Access to a body's bytes whatever holds them.
#include <frevo/http/body.hpp>

namespace frevo {

std::string_view body::view() const noexcept
{
    if (const auto* fixed = std::get_if<std::string_view>(&content_))
        return *fixed;
    if (const auto* owned = std::get_if<std::string>(&content_))
        return *owned;
    const auto& shared = *std::get_if<std::shared_ptr<const std::string>>(&content_);
    return shared ? std::string_view{*shared} : std::string_view{};
}

} // namespace frevo
