// SPDX-License-Identifier: BSL-1.0
// The name and value pairs of a query string or URL-encoded form.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace frevo {

/// One pair of a query, still encoded. `a` and `a=` both have an empty value.
///
/// Lifetime: views into the query string.
struct query_pair
{
    std::string_view name;
    std::string_view value;
};

/// The pairs of a query string, in order, split at '&'; empty pairs are left out.
///
/// Names and values are views of the encoded text; decode them with `percent_decode` and
/// `url_part::query`. Lifetime: a view of the query string, without its '?'. Threads: a value.
/// Source: the URL-encoded form of the WHATWG URL standard, section 5.1.
class FREVO_API query_view
{
public:
    class FREVO_API iterator
    {
    public:
        using value_type = query_pair;
        using reference = const query_pair&;
        using pointer = const query_pair*;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        iterator() = default;
        explicit iterator(std::string_view rest) noexcept : rest_(rest) { advance(); }
        const query_pair& operator*() const noexcept { return pair_; }
        const query_pair* operator->() const noexcept { return &pair_; }
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
        query_pair pair_;
        const char* at_ = nullptr;
    };

    query_view() = default;
    explicit query_view(std::string_view text) noexcept : text_(text) {}

    iterator begin() const noexcept { return iterator{text_}; }
    iterator end() const noexcept { return {}; }

    /// The query string. Lifetime: as the class.
    std::string_view text() const noexcept { return text_; }

    /// Returns the encoded value of the first pair whose name decodes to `name`, or nothing.
    /// Lifetime: as the class.
    std::optional<std::string_view> find(std::string_view name) const noexcept;

    /// Returns the decoded value of the first pair whose name decodes to `name`, or nothing.
    /// Errors: nothing is returned for a value with a malformed `%` sequence.
    std::optional<std::string> get(std::string_view name) const;

private:
    std::string_view text_;
};

} // namespace frevo
