// SPDX-License-Identifier: BSL-1.0
// Field lines of a message: the borrowed list of a request and the owned list of a response.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/field.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

namespace frevo {

namespace detail {

/// One field line of a request head as offsets from the head's first byte.
struct field_entry
{
    std::uint32_t name_offset = 0;
    std::uint32_t value_offset = 0;
    std::uint32_t value_size = 0;
    std::uint16_t name_size = 0;
    field id = field::unknown;
};

} // namespace detail

/// One field line: its name as received, its value without surrounding blanks, and the known name's
/// number.
struct field_line
{
    std::string_view name;
    std::string_view value;
    field id = field::unknown;
};

/// The field lines of a request, in order of arrival.
///
/// Lifetime: views point into the connection's buffer; valid until the answer has been sent.
/// Threads: belongs to the request's worker.
class FREVO_API fields_view
{
public:
    class iterator
    {
    public:
        using value_type = field_line;
        using reference = field_line;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using pointer = void;

        iterator() = default;
        iterator(const char* base, const detail::field_entry* at) noexcept : base_(base), at_(at) {}
        field_line operator*() const noexcept
        {
            return {
                {base_ + at_->name_offset, at_->name_size},
                {base_ + at_->value_offset, at_->value_size},
                at_->id};
        }
        iterator& operator++() noexcept
        {
            ++at_;
            return *this;
        }
        iterator operator++(int) noexcept { return {base_, at_++}; }
        bool operator==(const iterator& other) const noexcept { return at_ == other.at_; }

    private:
        const char* base_ = nullptr;
        const detail::field_entry* at_ = nullptr;
    };

    fields_view() = default;
    fields_view(const char* base, std::span<const detail::field_entry> entries) noexcept
        : base_(base), entries_(entries)
    {}

    iterator begin() const noexcept { return {base_, entries_.data()}; }
    iterator end() const noexcept { return {base_, entries_.data() + entries_.size()}; }
    std::size_t size() const noexcept { return entries_.size(); }
    bool empty() const noexcept { return entries_.empty(); }

    /// Returns the value of the first field with this name, or nothing.
    ///
    /// Repeated fields are not joined; use `count` and iteration to see all.
    /// Lifetime: as the class. Source: RFC 9110 section 5.1.
    std::optional<std::string_view> get(field id) const noexcept;

    /// The same by text; names compare without regard to case.
    std::optional<std::string_view> get(std::string_view name) const noexcept;

    /// Returns how many field lines have this name.
    std::size_t count(field id) const noexcept;
    std::size_t count(std::string_view name) const noexcept;

private:
    const char* base_ = nullptr;
    std::span<const detail::field_entry> entries_;
};

/// The field lines of a response, kept as they will be sent.
///
/// Setting a name or value that could break out of its line (CR, LF, NUL, a name that is no token)
/// throws `std::invalid_argument`; nothing is sent and nothing is changed.
/// Small sets of fields use memory recycled by the worker, so adding a field does not allocate
/// after warm-up. Threads: not shared.
class FREVO_API fields
{
public:
    fields() noexcept = default;
    fields(const fields& other);
    fields(fields&& other) noexcept;
    fields& operator=(const fields& other);
    fields& operator=(fields&& other) noexcept;
    ~fields();

    /// Adds a field line after the others.
    /// Errors: `std::invalid_argument` for a name or value that cannot be sent.
    /// Source: RFC 9110 sections 5.1 and 5.5.
    void add(field id, std::string_view value);
    void add(std::string_view name, std::string_view value);

    /// Replaces all lines of this name by one, or adds it.
    /// Errors: as `add`.
    void set(field id, std::string_view value);
    void set(std::string_view name, std::string_view value);

    /// Removes all lines of this name; returns how many there were.
    std::size_t erase(field id) noexcept;
    std::size_t erase(std::string_view name) noexcept;

    /// Returns the value of the first line of this name, or nothing.
    /// Lifetime: until the fields change.
    std::optional<std::string_view> get(field id) const noexcept;
    std::optional<std::string_view> get(std::string_view name) const noexcept;

    /// Tells whether a line of this name is there.
    bool contains(field id) const noexcept { return get(id).has_value(); }
    bool contains(std::string_view name) const noexcept { return get(name).has_value(); }

    std::size_t size() const noexcept;
    bool empty() const noexcept { return size_ == 0; }
    void clear() noexcept { size_ = 0; }

    /// All lines as `Name: value CRLF` after each other: what the response writer copies.
    /// Lifetime: until the fields change.
    std::string_view text() const noexcept { return {data_, size_}; }

    /// Walks the lines in order: `visit(name, value)`.
    template <class Visit>
    void for_each(Visit visit) const
    {
        for (std::size_t at = 0; at < size_;) {
            field_line line = line_at(at);
            visit(line.name, line.value);
            at += line.name.size() + line.value.size() + 4;
        }
    }

private:
    std::optional<std::string_view> find(std::string_view name) const noexcept;
    bool is_named(std::size_t at, std::string_view name) const noexcept;
    std::size_t next_line(std::size_t at) const noexcept;
    field_line line_at(std::size_t at) const noexcept;
    template <class Line>
    void append(const Line& line);
    template <class Line>
    void append_to_new_block(Line line);
    std::size_t erase_before(std::size_t end, std::string_view name) noexcept;

    char* data_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t capacity_ = 0;
};

} // namespace frevo
