// SPDX-License-Identifier: BSL-1.0
// Bytes waiting to be sent: small texts in one block, large bodies where they are.
#pragma once

#include <frevo/core/unique_function.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frevo::detail {

/// A piece of a gather list.
struct output_piece
{
    const char* data = nullptr;
    std::size_t size = 0;
};

/// Append-only output that is consumed from its front.
///
/// Texts are copied behind each other; bodies of `large_size` bytes and more stay where they are
/// and become pieces of their own. Memory is kept for the next answer, except a block that grew
/// beyond `kept_capacity`. Appending moves the copied text, so make the gather list anew for every
/// write.
/// Threads: not shared.
/// Errors: appending throws `std::bad_alloc`; the buffer is then as it was.
class output_buffer
{
public:
    /// Bodies below this size are copied: cheaper than one more piece. Units: bytes.
    static constexpr std::size_t large_size = 4 * 1024;
    /// A larger block is freed when the buffer has been emptied. Units: bytes.
    static constexpr std::size_t kept_capacity = 64 * 1024;

    output_buffer() noexcept = default;
    output_buffer(output_buffer&& other) noexcept;
    output_buffer& operator=(output_buffer&& other) noexcept;
    ~output_buffer();

    /// Copies the text to the end.
    void append(std::string_view text)
    {
        if (text.empty())
            return;
        std::memcpy(prepare(text.size()), text.data(), text.size());
        commit(text.size());
    }
    void append(char c)
    {
        *prepare(1) = c;
        commit(1);
    }

    /// Returns room for `size` bytes at the end, to be filled and then committed.
    /// Lifetime: until the next call of a member that is not const.
    char* prepare(std::size_t size)
    {
        if (capacity_ - used_ < size)
            grow(size);
        return text_ + used_;
    }

    /// Adds the first `size` bytes of the prepared room.
    /// Precondition: size is at most what was prepared.
    void commit(std::size_t size) noexcept
    {
        used_ += size;
        size_ += size;
    }

    /// Takes over a text; a small one is copied.
    void append_body(std::string&& body);

    /// Refers to a text that lives forever, such as a literal; a small one is copied.
    void append_static(std::string_view body) { append_kept(body, {}); }

    /// Refers to a text that lives until `owner` is destroyed, which happens when the text has been
    /// consumed. A small one is copied and the owner destroyed at once.
    void append_kept(std::string_view body, unique_function<void()> owner);

    /// Fills the list with the next pieces to send and returns how many there are; at most
    /// `pieces.size()`. Lifetime: until the next call of a member that is not const.
    std::size_t gather(std::span<output_piece> pieces) const noexcept;

    /// Removes the first `size` bytes. Precondition: size <= size().
    void consume(std::size_t size) noexcept;

    /// Number of bytes waiting.
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

    /// Removes everything; keeps the memory as `consume` does.
    void clear() noexcept;

    /// Gives the memory back while nothing waits. Precondition: empty().
    void release_memory() noexcept;

private:
    /// A large body, and where it stands: behind the copied text that ends at `text_end`.
    struct large_body
    {
        std::string_view rest;
        std::size_t text_end = 0;
        unique_function<void()> owner;
    };

    void grow(std::size_t more);

    char* text_ = nullptr;
    std::size_t begin_ = 0; // first copied byte not yet consumed
    std::size_t used_ = 0;  // end of the copied bytes
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    std::vector<large_body> bodies_;
    std::size_t first_body_ = 0; // first body not yet consumed
};

} // namespace frevo::detail
