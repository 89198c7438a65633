// SPDX-License-Identifier: BSL-1.0
// Growing, gathering and consuming of output.
#include "core/output_buffer.hpp"

#include <frevo/config.hpp>

#include <algorithm>
#include <new>

namespace frevo::detail {

namespace {

constexpr std::size_t first_capacity = 1024;

} // namespace

output_buffer::output_buffer(output_buffer&& other) noexcept
    : text_(std::exchange(other.text_, nullptr)),
      begin_(std::exchange(other.begin_, 0)),
      used_(std::exchange(other.used_, 0)),
      capacity_(std::exchange(other.capacity_, 0)),
      size_(std::exchange(other.size_, 0)),
      bodies_(std::move(other.bodies_)),
      first_body_(std::exchange(other.first_body_, 0))
{
    other.bodies_.clear();
}

output_buffer& output_buffer::operator=(output_buffer&& other) noexcept
{
    output_buffer taken{std::move(other)};
    std::swap(text_, taken.text_);
    std::swap(begin_, taken.begin_);
    std::swap(used_, taken.used_);
    std::swap(capacity_, taken.capacity_);
    std::swap(size_, taken.size_);
    std::swap(bodies_, taken.bodies_);
    std::swap(first_body_, taken.first_body_);
    return *this;
}

output_buffer::~output_buffer()
{
    ::operator delete(text_);
}

void output_buffer::append_body(std::string&& body)
{
    if (body.size() < large_size) {
        append(body);
        return;
    }
    // The characters of a text of this size are not inside the object, so moving it leaves them in
    // place.
    const std::string_view text = body;
    append_kept(text, [kept = std::move(body)] {});
}

void output_buffer::append_kept(std::string_view body, unique_function<void()> owner)
{
    if (body.size() < large_size) {
        append(body);
        return;
    }
    if (first_body_ != 0 && bodies_.size() == bodies_.capacity()) {
        bodies_.erase(bodies_.begin(), bodies_.begin() + static_cast<std::ptrdiff_t>(first_body_));
        first_body_ = 0;
    }
    bodies_.push_back({body, used_, std::move(owner)});
    size_ += body.size();
}

std::size_t output_buffer::gather(std::span<output_piece> pieces) const noexcept
{
    std::size_t count = 0;
    std::size_t from = begin_;
    const auto add_text_until = [&](std::size_t end) {
        if (end != from && count != pieces.size())
            pieces[count++] = {text_ + from, end - from};
        from = end;
    };
    for (std::size_t i = first_body_; i != bodies_.size() && count != pieces.size(); ++i) {
        add_text_until(bodies_[i].text_end);
        if (count != pieces.size())
            pieces[count++] = {bodies_[i].rest.data(), bodies_[i].rest.size()};
    }
    if (count != pieces.size())
        add_text_until(used_);
    return count;
}

void output_buffer::consume(std::size_t size) noexcept
{
    FREVO_ASSERT(size <= size_);
    if (size == size_) {
        clear();
        return;
    }
    size_ -= size;
    while (first_body_ != bodies_.size()) {
        large_body& body = bodies_[first_body_];
        const std::size_t of_text = std::min(size, body.text_end - begin_);
        begin_ += of_text;
        size -= of_text;
        const std::size_t of_body = std::min(size, body.rest.size());
        body.rest.remove_prefix(of_body);
        size -= of_body;
        if (!body.rest.empty())
            return;
        body.owner = nullptr;
        ++first_body_;
    }
    begin_ += size;
}

void output_buffer::clear() noexcept
{
    begin_ = used_ = size_ = 0;
    bodies_.clear();
    first_body_ = 0;
    if (capacity_ > kept_capacity)
        release_memory();
}

void output_buffer::release_memory() noexcept
{
    FREVO_ASSERT(empty());
    ::operator delete(std::exchange(text_, nullptr));
    capacity_ = 0;
    bodies_ = std::vector<large_body>{};
}

// Makes room for `more` bytes behind the copied text, by moving it to the front if that gains half
// of the block, else by a larger block.
void output_buffer::grow(std::size_t more)
{
    const std::size_t held = used_ - begin_;
    char* to = text_;
    if (begin_ < capacity_ / 2 || capacity_ - held < more) {
        const std::size_t capacity = std::max({first_capacity, 2 * capacity_, held + more});
        to = static_cast<char*>(::operator new(capacity));
        capacity_ = capacity;
    }
    if (held != 0)
        std::memmove(to, text_ + begin_, held);
    if (to != text_)
        ::operator delete(std::exchange(text_, to));
    for (std::size_t i = first_body_; i != bodies_.size(); ++i)
        bodies_[i].text_end -= begin_;
    begin_ = 0;
    used_ = held;
}

} // namespace frevo::detail
