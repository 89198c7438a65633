// SPDX-License-Identifier: BSL-1.0
// The chunks of an arena.
#include "core/arena.hpp"

#include "core/poison.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace frevo::detail {

namespace {

constexpr std::size_t largest_step = 64 * 1024;

} // namespace

// What stands before the bytes of a chunk.
struct alignas(std::max_align_t) arena::chunk
{
    chunk* next;
    std::size_t size; // of the bytes, without this

    char* data() noexcept { return reinterpret_cast<char*>(this + 1); }
};

void* arena::allocate(std::size_t size, std::size_t alignment)
{
    const std::size_t behind = reinterpret_cast<std::uintptr_t>(next_) & (alignment - 1);
    const std::size_t padding = behind == 0 ? 0 : alignment - behind;
    if (padding <= left_ && size <= left_ - padding)
        return allocate(padding + size) + padding;
    return allocate_slowly(size); // chunks are aligned for every type
}

std::string_view arena::copy(std::string_view text)
{
    if (text.empty())
        return {};
    char* const to = allocate(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
}

void arena::shrink(char* at, std::size_t used) noexcept
{
    // The latest allocation may have a chunk of its own, behind which nothing can be placed.
    if (at != latest_)
        return;
    char* const end = at + used;
    left_ += static_cast<std::size_t>(next_ - end);
    next_ = end;
    poison(next_, left_);
}

char* arena::take(std::size_t size) noexcept
{
    unpoison(next_, size);
    latest_ = next_;
    next_ += size;
    left_ -= size;
    return latest_;
}

char* arena::allocate_slowly(std::size_t size)
{
    const std::size_t step = chunks_ == nullptr
                                 ? chunk_size
                                 : std::min(largest_step, 2 * (chunks_->size + sizeof(chunk)));
    if (size > SIZE_MAX - sizeof(chunk))
        throw std::bad_alloc{};
    const std::size_t whole = std::max(step, size + sizeof(chunk));
    auto* const made = ::new (::operator new(whole)) chunk{chunks_, whole - sizeof(chunk)};
    chunks_ = made;
    if (made->size - size < left_) {
        // A large piece: go on filling the chunk before it.
        return made->data();
    }
    use(made);
    return take(size);
}

void arena::use(chunk* first) noexcept
{
    next_ = first->data();
    left_ = first->size;
    latest_ = nullptr;
    poison(next_, left_);
}

void arena::reset() noexcept
{
    chunk* kept = nullptr;
    while (chunks_ != nullptr) {
        chunk* const next = chunks_->next;
        if (kept == nullptr && chunks_->size + sizeof(chunk) == chunk_size) {
            kept = chunks_;
        } else {
            unpoison(chunks_->data(), chunks_->size);
            ::operator delete(chunks_);
        }
        chunks_ = next;
    }
    next_ = latest_ = nullptr;
    left_ = 0;
    if (kept != nullptr) {
        kept->next = nullptr;
        chunks_ = kept;
        use(kept);
    }
}

void arena::release() noexcept
{
    while (chunks_ != nullptr) {
        chunk* const next = chunks_->next;
        unpoison(chunks_->data(), chunks_->size);
        ::operator delete(chunks_);
        chunks_ = next;
    }
    next_ = latest_ = nullptr;
    left_ = 0;
}

} // namespace frevo::detail
