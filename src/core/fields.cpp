// SPDX-License-Identifier: BSL-1.0
// Look-up in the fields of a request, and the recycled text of the fields of a response.
#include "core/field_start.hpp"
#include "core/small_block.hpp"

#include <frevo/core/ascii.hpp>
#include <frevo/core/fields.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace frevo {

namespace {

std::size_t block_size_for(std::size_t size)
{
    if (size > std::numeric_limits<std::uint32_t>::max() / 2)
        throw std::length_error("frevo: the fields of a response are larger than 2 GiB");
    std::size_t block = detail::small_block_size;
    while (block < size)
        block *= 2;
    return block;
}

[[noreturn, gnu::cold]] void refuse_name()
{
    throw std::invalid_argument("frevo: a field name must be a token");
}

[[noreturn, gnu::cold]] void refuse_value()
{
    throw std::invalid_argument("frevo: a field value must not contain control characters");
}

const detail::field_start& start_of(field id)
{
    const auto index = static_cast<std::size_t>(id);
    if (index == 0 || index >= field_count)
        refuse_name();
    return detail::field_starts[index];
}

// Copies like memcpy, but without a call for the sizes that names and values usually have.
void copy_text(char* to, std::string_view text) noexcept
{
    struct pair
    {
        std::uint64_t a, b;
    };
    const auto copy_ends = [&]<class Word>(Word first, Word last) {
        std::memcpy(&first, text.data(), sizeof first);
        std::memcpy(&last, text.data() + text.size() - sizeof last, sizeof last);
        std::memcpy(to, &first, sizeof first);
        std::memcpy(to + text.size() - sizeof last, &last, sizeof last);
    };
    if (text.size() > 32)
        std::memcpy(to, text.data(), text.size());
    else if (text.size() >= 16)
        copy_ends(pair{}, pair{});
    else if (text.size() >= 8)
        copy_ends(std::uint64_t{}, std::uint64_t{});
    else if (text.size() >= 4)
        copy_ends(std::uint32_t{}, std::uint32_t{});
    else
        std::copy(text.begin(), text.end(), to);
}

// The two ways to write a line. Each says how much room it wants and returns the line's end.

struct known_line
{
    std::size_t room() const noexcept { return sizeof start.text + value.size() + 2; }
    char* write(char* to) const noexcept
    {
        std::memcpy(to, start.text, sizeof start.text);
        copy_text(to + start.size, value);
        to += start.size + value.size();
        std::memcpy(to, "\r\n", 2);
        return to + 2;
    }

    const detail::field_start& start;
    std::string_view value;
};

struct named_line
{
    std::size_t room() const noexcept { return name.size() + value.size() + 4; }
    char* write(char* to) const noexcept
    {
        copy_text(to, name);
        to += name.size();
        std::memcpy(to, ": ", 2);
        copy_text(to + 2, value);
        to += 2 + value.size();
        std::memcpy(to, "\r\n", 2);
        return to + 2;
    }

    std::string_view name;
    std::string_view value;
};

} // namespace

std::optional<std::string_view> fields_view::get(field id) const noexcept
{
    if (id == field::unknown)
        return std::nullopt;
    for (const detail::field_entry& entry : entries_) {
        if (entry.id == id)
            return std::string_view{base_ + entry.value_offset, entry.value_size};
    }
    return std::nullopt;
}

std::optional<std::string_view> fields_view::get(std::string_view name) const noexcept
{
    if (const field id = parse_field(name); id != field::unknown)
        return get(id);
    for (const field_line line : *this) {
        if (line.id == field::unknown && equals_ignore_case(line.name, name))
            return line.value;
    }
    return std::nullopt;
}

std::size_t fields_view::count(field id) const noexcept
{
    std::size_t found = 0;
    for (const detail::field_entry& entry : entries_)
        found += entry.id == id && id != field::unknown;
    return found;
}

std::size_t fields_view::count(std::string_view name) const noexcept
{
    if (const field id = parse_field(name); id != field::unknown)
        return count(id);
    std::size_t found = 0;
    for (const field_line line : *this)
        found += line.id == field::unknown && equals_ignore_case(line.name, name);
    return found;
}

fields::fields(const fields& other)
{
    if (other.size_ == 0)
        return;
    const std::size_t block = block_size_for(other.size_);
    data_ = detail::take_block(block);
    capacity_ = static_cast<std::uint32_t>(block);
    size_ = other.size_;
    std::memcpy(data_, other.data_, size_);
}

fields::fields(fields&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0))
{}

fields& fields::operator=(const fields& other)
{
    if (this != &other)
        *this = fields{other};
    return *this;
}

fields& fields::operator=(fields&& other) noexcept
{
    fields taken{std::move(other)}; // leaves the other one empty, and survives self-assignment
    std::swap(data_, taken.data_);
    std::swap(size_, taken.size_);
    std::swap(capacity_, taken.capacity_);
    return *this;
}

fields::~fields()
{
    if (data_ != nullptr)
        detail::give_block(data_, capacity_);
}

template <class Line>
void fields::append(const Line& line)
{
    if (capacity_ - size_ >= line.room()) [[likely]]
        size_ = static_cast<std::uint32_t>(line.write(data_ + size_) - data_);
    else
        append_to_new_block(line);
}

template <class Line>
[[gnu::noinline]] void fields::append_to_new_block(Line line)
{
    const std::size_t block = block_size_for(size_ + line.room());
    char* const data = detail::take_block(block);
    if (size_ != 0)
        std::memcpy(data, data_, size_);
    // Before the old block goes: name and value may be views of it.
    size_ = static_cast<std::uint32_t>(line.write(data + size_) - data);
    if (data_ != nullptr)
        detail::give_block(data_, capacity_);
    data_ = data;
    capacity_ = static_cast<std::uint32_t>(block);
}

void fields::add(field id, std::string_view value)
{
    const detail::field_start& start = start_of(id);
    if (!is_field_value(value))
        refuse_value();
    append(known_line{start, value});
}

void fields::add(std::string_view name, std::string_view value)
{
    if (!is_token(name))
        refuse_name();
    if (!is_field_value(value))
        refuse_value();
    append(named_line{name, value});
}

// First the new line, then out with the others: name and value may be views of them.
void fields::set(field id, std::string_view value)
{
    const std::size_t last = size_;
    add(id, value);
    if (last != 0)
        erase_before(last, to_string(id));
}

void fields::set(std::string_view name, std::string_view value)
{
    const std::size_t last = size_;
    const std::size_t size = name.size();
    add(name, value);
    if (last != 0)
        erase_before(last, {data_ + last, size});
}

std::size_t fields::erase(field id) noexcept
{
    return erase_before(size_, to_string(id));
}

std::size_t fields::erase(std::string_view name) noexcept
{
    return is_token(name) ? erase_before(size_, name) : 0;
}

// Removes the lines of this name that begin before `end`. The name may be that of a line at `end`,
// because what moves to the front never gets past what has been read.
std::size_t fields::erase_before(std::size_t end, std::string_view name) noexcept
{
    std::size_t removed = 0;
    std::size_t kept = 0;
    std::size_t at = 0;
    while (at < end) {
        const std::size_t next = next_line(at);
        if (is_named(at, name)) {
            ++removed;
        } else {
            if (kept != at)
                std::memmove(data_ + kept, data_ + at, next - at);
            kept += next - at;
        }
        at = next;
    }
    if (removed != 0) {
        std::memmove(data_ + kept, data_ + at, size_ - at);
        size_ -= static_cast<std::uint32_t>(at - kept);
    }
    return removed;
}

std::optional<std::string_view> fields::get(field id) const noexcept
{
    return find(to_string(id));
}

std::optional<std::string_view> fields::get(std::string_view name) const noexcept
{
    return is_token(name) ? find(name) : std::nullopt;
}

std::optional<std::string_view> fields::find(std::string_view name) const noexcept
{
    for (std::size_t at = 0; at < size_;) {
        const std::size_t next = next_line(at);
        if (is_named(at, name)) {
            const std::size_t value = at + name.size() + 2;
            return std::string_view{data_ + value, next - 2 - value};
        }
        at = next;
    }
    return std::nullopt;
}

std::size_t fields::size() const noexcept
{
    std::size_t lines = 0;
    for (std::size_t at = 0; at < size_; at = next_line(at))
        ++lines;
    return lines;
}

// Tells whether the line has this name, which is a token or empty: a colon behind it can then only
// be the one that ends the line's name. No line has an empty name.
bool fields::is_named(std::size_t at, std::string_view name) const noexcept
{
    return name.size() < size_ - at && data_[at + name.size()] == ':' &&
           equals_ignore_case({data_ + at, name.size()}, name);
}

// Values hold no line end, so the next line is found without keeping offsets.
std::size_t fields::next_line(std::size_t at) const noexcept
{
    const auto* const end = static_cast<const char*>(std::memchr(data_ + at, '\n', size_ - at));
    return static_cast<std::size_t>(end - data_) + 1;
}

field_line fields::line_at(std::size_t at) const noexcept
{
    const char* const line = data_ + at;
    const std::size_t size = next_line(at) - at;
    const auto* const colon = static_cast<const char*>(std::memchr(line, ':', size));
    const auto name_size = static_cast<std::size_t>(colon - line);
    return {{line, name_size}, {colon + 2, size - name_size - 4}, field::unknown};
}

} // namespace frevo
