// SPDX-License-Identifier: BSL-1.0
// The content of a response: nothing, static text, owned text or shared text.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace frevo {

/// The content of a response.
///
/// Threads: a value; shared text may be shared between threads.
class FREVO_API body
{
public:
    /// No content.
    body() noexcept = default;

    /// Owned text.
    body(std::string text) noexcept : content_(std::move(text)) {} // NOLINT: implicit on purpose

    /// Text shared by many responses; it is sent without a copy.
    body(std::shared_ptr<const std::string> text) noexcept // NOLINT: implicit on purpose
        : content_(std::move(text))
    {}

    /// Text that lives as long as the program, such as a string literal; it is not copied.
    static body literal(std::string_view text) noexcept
    {
        body made;
        made.content_ = text;
        return made;
    }

    /// The bytes. Lifetime: until the body changes.
    std::string_view view() const noexcept;

    std::size_t size() const noexcept { return view().size(); }
    bool empty() const noexcept { return size() == 0; }

    /// The owned text when there is one: the connection moves large texts instead of copying them.
    std::string* owned_text() noexcept { return std::get_if<std::string>(&content_); }

    /// The shared text when there is one.
    const std::shared_ptr<const std::string>* shared_text() const noexcept
    {
        return std::get_if<std::shared_ptr<const std::string>>(&content_);
    }

private:
    std::variant<std::string_view, std::string, std::shared_ptr<const std::string>> content_;
};

} // namespace frevo
