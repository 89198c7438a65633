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
#include <utility>

namespace frevo {

/// The content of a response.
///
/// Threads: a value; shared text may be shared between threads.
class FREVO_API body
{
public:
    /// No content.
    body() noexcept : fixed_() {}

    /// Owned text.
    body(std::string text) noexcept // NOLINT: implicit on purpose
        : owned_(std::move(text)), kind_(kind::owned)
    {}

    /// Text shared by many responses; it is sent without a copy.
    body(std::shared_ptr<const std::string> text) noexcept // NOLINT: implicit on purpose
        : shared_(std::move(text)), kind_(kind::shared)
    {}

    body(const body& other) : fixed_() { copy(other); }
    body(body&& other) noexcept : fixed_() { take(other); }
    body& operator=(const body& other)
    {
        if (this != &other)
            *this = body{other};
        return *this;
    }
    body& operator=(body&& other) noexcept
    {
        if (this != &other) {
            clear();
            take(other);
        }
        return *this;
    }
    ~body() { clear(); }

    /// Text that lives as long as the program, such as a string literal; it is not copied.
    static body literal(std::string_view text) noexcept
    {
        body made;
        made.fixed_ = text;
        return made;
    }

    /// Content that a coroutine makes while it is sent; see `frevo::stream`.
    static body produced(body_producer producer, std::optional<std::uint64_t> size = std::nullopt);

    /// The bytes; none of produced content. Lifetime: until the body changes.
    std::string_view view() const noexcept;

    /// What makes the content; null when it is there already.
    body_producer* producer() noexcept;
    bool is_produced() const noexcept { return kind_ == kind::produced; }
    /// How large the content is or will be; nothing when only its producer knows.
    std::optional<std::uint64_t> known_size() const noexcept;

    std::size_t size() const noexcept { return view().size(); }
    bool empty() const noexcept { return size() == 0; }

    /// The owned text when there is one: the connection moves large texts instead of copying them.
    std::string* owned_text() noexcept { return kind_ == kind::owned ? &owned_ : nullptr; }

    /// The shared text when there is one.
    const std::shared_ptr<const std::string>* shared_text() const noexcept
    {
        return kind_ == kind::shared ? &shared_ : nullptr;
    }

private:
    enum class kind : std::uint8_t
    {
        fixed,
        owned,
        shared,
        produced
    };
    struct production
    {
        body_producer call;
        std::optional<std::uint64_t> size;
    };

    void copy(const body& other);
    void take(body& other) noexcept
    {
        if (other.kind_ == kind::fixed)
            fixed_ = std::exchange(other.fixed_, {});
        else
            take_held(other);
    }
    void clear() noexcept
    {
        if (kind_ != kind::fixed)
            clear_held();
    }
    void take_held(body& other) noexcept;
    void clear_held() noexcept;

    // A union, because std::variant would cost every user fourteen megabytes of compiler memory.
    union
    {
        std::string_view fixed_;
        std::string owned_;
        std::shared_ptr<const std::string> shared_;
        std::shared_ptr<production> produced_; // shared, because a body can be copied
    };
    kind kind_ = kind::fixed;
};

} // namespace frevo
