// SPDX-License-Identifier: BSL-1.0
// Access to a body's bytes whatever holds them.
#include <frevo/http/body.hpp>

namespace frevo {

body body::produced(body_producer producer, std::optional<std::uint64_t> size)
{
    body made;
    made.content_ = std::make_shared<production>(std::move(producer), size);
    return made;
}

std::string_view body::view() const noexcept
{
    if (const auto* fixed = std::get_if<std::string_view>(&content_))
        return *fixed;
    if (const auto* owned = std::get_if<std::string>(&content_))
        return *owned;
    const auto* shared = shared_text();
    return shared != nullptr && *shared ? std::string_view{**shared} : std::string_view{};
}

body_producer* body::producer() noexcept
{
    const auto* made = std::get_if<std::shared_ptr<production>>(&content_);
    return made != nullptr ? &(*made)->call : nullptr;
}

bool body::is_produced() const noexcept
{
    return std::holds_alternative<std::shared_ptr<production>>(content_);
}

std::optional<std::uint64_t> body::known_size() const noexcept
{
    const auto* made = std::get_if<std::shared_ptr<production>>(&content_);
    return made != nullptr ? (*made)->size : view().size();
}

} // namespace frevo
