// SPDX-License-Identifier: BSL-1.0
// Typed per-request values that middleware hands to handlers.
#pragma once

#include <frevo/http/type_number.hpp>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace frevo {

/// Values kept with a request, at most one per type.
///
/// Lifetime: until the answer has been sent. Threads: belongs to the request's worker.
class locals
{
public:
    /// Stores a value; replaces an earlier one of the same type. Returns it.
    template <class T>
    std::remove_cvref_t<T>& set(T&& value)
    {
        using Value = std::remove_cvref_t<T>;
        auto* made = new Value(std::forward<T>(value));
        holder kept{made, [](void* old) { delete static_cast<Value*>(old); }};
        const std::size_t number = detail::type_number<Value>();
        for (entry& each : entries_) {
            if (each.number == number) {
                each.value = std::move(kept);
                return *made;
            }
        }
        entries_.push_back({number, std::move(kept)});
        return *made;
    }

    /// Returns the value of this type, or null.
    template <class T>
    T* get() const noexcept
    {
        const std::size_t number = detail::type_number<T>();
        for (const entry& each : entries_) {
            if (each.number == number)
                return static_cast<T*>(each.value.get());
        }
        return nullptr;
    }

    /// Removes all values; keeps memory for the next request.
    void clear() noexcept { entries_.clear(); }

private:
    using holder = std::unique_ptr<void, void (*)(void*)>;
    struct entry
    {
        std::size_t number;
        holder value;
    };

    std::vector<entry> entries_;
};

} // namespace frevo
