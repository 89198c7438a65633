// SPDX-License-Identifier: BSL-1.0
// The name and value pairs of a Cookie field.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace frevo {

/// One cookie of a request. The value is without surrounding double quotes.
///
/// Lifetime: views into the Cookie field's value.
struct cookie_pair
{
    std::string_view name;
    std::string_view value;
};

/// The cookies of a Cookie field's value, in order.
///
/// Parts without '=' or without a name cannot be asked for and are left out. Nothing is decoded.
/// Lifetime: a view of the field's value. Threads: a value.
/// Source: RFC 6265 section 5.4 (what clients send), section 4.2.1.
class FREVO_API cookie_view
{
public:
    class FREVO_API iterator
    {
    public:
        using value_type = cookie_pair;
        using reference = const cookie_pair&;
        using pointer = const cookie_pair*;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        iterator() = default;
        explicit iterator(std::string_view rest) noexcept : rest_(rest) { advance(); }
        const cookie_pair& operator*() const noexcept { return pair_; }
        const cookie_pair* operator->() const noexcept { return &pair_; }
        iterator& operator++() noexcept
        {
            advance();
            return *this;
        }
        iterator operator++(int) noexcept
        {
            iterator before = *this;
            advance();
            return before;
        }
        bool operator==(const iterator& other) const noexcept { return at_ == other.at_; }

    private:
        void advance() noexcept;

        std::string_view rest_;
        cookie_pair pair_;
        const char* at_ = nullptr;
    };

    cookie_view() = default;
    explicit cookie_view(std::string_view text) noexcept : text_(text) {}

    iterator begin() const noexcept { return iterator{text_}; }
    iterator end() const noexcept { return {}; }

    /// Returns the value of the first cookie of this name, or nothing; names are case-sensitive.
    /// Lifetime: as the class.
    std::optional<std::string_view> find(std::string_view name) const noexcept;

private:
    std::string_view text_;
};

} // namespace frevo
