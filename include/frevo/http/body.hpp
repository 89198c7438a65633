// SPDX-License-Identifier: BSL-1.0
// The content of a response: nothing, static text, owned text, shared text, or what a coroutine
// makes of it.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/body_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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

    /// Content that a coroutine makes while it is sent; see `frevo::stream`.
    static body produced(body_producer producer, std::optional<std::uint64_t> size = std::nullopt);

    /// The bytes; none of produced content. Lifetime: until the body changes.
    std::string_view view() const noexcept;

    /// What makes the content; null when it is there already.
    body_producer* producer() noexcept;
    bool is_produced() const noexcept;
    /// How large the content is or will be; nothing when only its producer knows.
    std::optional<std::uint64_t> known_size() const noexcept;

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
    struct production
    {
        body_producer call;
        std::optional<std::uint64_t> size;
    };

    // Shared, because a body can be copied; who streams it twice calls the producer twice.
    std::variant<
        std::string_view, std::string, std::shared_ptr<const std::string>,
        std::shared_ptr<production>>
        content_;
};

} // namespace frevo
