// SPDX-License-Identifier: BSL-1.0
// A callable that can be moved but not copied; the standard one is C++23.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace frevo {

namespace detail {

/// What both kinds of `unique_function` share: the memory of the callable and how to move and
/// destroy it.
class unique_function_storage
{
public:
    static constexpr std::size_t small_size = 48;

    template <class Target>
    static constexpr bool is_small = sizeof(Target) <= small_size &&
                                     alignof(Target) <= alignof(std::max_align_t) &&
                                     std::is_nothrow_move_constructible_v<Target>;

    unique_function_storage() noexcept = default;
    unique_function_storage(const unique_function_storage&) = delete;
    unique_function_storage& operator=(const unique_function_storage&) = delete;

    template <class Target, class Source>
    void emplace(Source&& source)
    {
        if constexpr (is_small<Target>) {
            ::new (static_cast<void*>(memory_)) Target(std::forward<Source>(source));
            if constexpr (!std::is_trivially_copyable_v<Target>)
                manage_ = &manage_small<Target>;
        } else {
            Target* made = new Target(std::forward<Source>(source));
            std::memcpy(memory_, &made, sizeof made);
            manage_ = &manage_large<Target>;
        }
    }

    void take(unique_function_storage& other) noexcept
    {
        invoker = std::exchange(other.invoker, nullptr);
        manage_ = other.manage_;
        if (manage_ == nullptr)
            std::memcpy(memory_, other.memory_, small_size);
        else
            manage_(other.memory_, memory_);
        other.manage_ = nullptr;
    }

    void destroy() noexcept
    {
        if (manage_ != nullptr)
            manage_(memory_, nullptr);
        manage_ = nullptr;
        invoker = nullptr;
    }

    template <class Target>
    static Target& target(void* memory) noexcept
    {
        if constexpr (is_small<Target>) {
            return *std::launder(static_cast<Target*>(memory));
        } else {
            Target* made;
            std::memcpy(&made, memory, sizeof made);
            return *made;
        }
    }

    void* memory() const noexcept { return memory_; }

private:
    // Moves the callable from `from` to `to`, or destroys it when `to` is null.
    template <class Target>
    static void manage_small(void* from, void* to) noexcept
    {
        Target& held = target<Target>(from);
        if (to != nullptr)
            ::new (to) Target(std::move(held));
        held.~Target();
    }

    template <class Target>
    static void manage_large(void* from, void* to) noexcept
    {
        if (to != nullptr)
            std::memcpy(to, from, sizeof(Target*));
        else
            delete &target<Target>(from);
    }

    alignas(std::max_align_t) mutable unsigned char memory_[small_size] = {};
    void (*manage_)(void* from, void* to) noexcept = nullptr;

public:
    // How to call the target, under a type that knows no signature; null when empty. It stands here
    // rather than in the classes that know the signature, because padding would follow it there.
    void (*invoker)() = nullptr;
};

template <class Source>
bool is_null_callable(const Source& source) noexcept
{
    // Pointers, and other wrappers such as std::function.
    if constexpr (std::is_constructible_v<Source, std::nullptr_t> && requires {
                      source == nullptr;
                  })
        return source == nullptr;
    else
        return false;
}

template <bool Const, class R, class... Args>
class unique_function_base
{
    template <class Target>
    using callable_t = std::conditional_t<Const, const Target&, Target&>;

public:
    using result_type = R;

    unique_function_base() noexcept = default;
    unique_function_base(std::nullptr_t) noexcept {} // NOLINT: implicit on purpose

    template <class Source, class Target = std::decay_t<Source>>
    requires(
        !std::is_base_of_v<unique_function_base, Target> &&
        std::is_constructible_v<Target, Source> &&
        std::is_invocable_r_v<R, callable_t<Target>, Args...>)
        unique_function_base(Source&& source) // NOLINT: implicit on purpose
    {
        if (is_null_callable<Target>(source))
            return;
        storage_.template emplace<Target>(std::forward<Source>(source));
        storage_.invoker = reinterpret_cast<void (*)()>(&invoke_target<Target>);
    }

    unique_function_base(unique_function_base&& other) noexcept { storage_.take(other.storage_); }

    unique_function_base& operator=(unique_function_base&& other) noexcept
    {
        if (this != &other) {
            storage_.destroy();
            storage_.take(other.storage_);
        }
        return *this;
    }

    ~unique_function_base() { storage_.destroy(); }

    explicit operator bool() const noexcept { return storage_.invoker != nullptr; }
    bool operator==(std::nullptr_t) const noexcept { return storage_.invoker == nullptr; }

protected:
    R call(Args&&... args) const
    {
        FREVO_ASSERT(storage_.invoker != nullptr);
        const auto invoke = reinterpret_cast<R (*)(void*, Args&&...)>(storage_.invoker);
        return invoke(storage_.memory(), std::forward<Args>(args)...);
    }

private:
    template <class Target>
    static R invoke_target(void* memory, Args&&... args)
    {
        callable_t<Target> held = unique_function_storage::target<Target>(memory);
        if constexpr (std::is_void_v<R>)
            static_cast<void>(std::invoke(held, std::forward<Args>(args)...));
        else
            return std::invoke(held, std::forward<Args>(args)...);
    }

    unique_function_storage storage_;
};

} // namespace detail

/// A callable of the given signature that can be moved but not copied.
///
/// Callables of up to 48 bytes that move without throwing are kept inside and cost no allocation.
/// `unique_function<R(Args...) const>` calls its target as const and can itself be called when
/// const. Calling an empty one is a programmer's error. Threads: as the callable it holds.
template <class Signature>
class unique_function;

template <class R, class... Args>
class unique_function<R(Args...)> : public detail::unique_function_base<false, R, Args...>
{
public:
    using detail::unique_function_base<false, R, Args...>::unique_function_base;

    /// Calls the target.
    R operator()(Args... args) { return this->call(std::forward<Args>(args)...); }
};

template <class R, class... Args>
class unique_function<R(Args...) const> : public detail::unique_function_base<true, R, Args...>
{
public:
    using detail::unique_function_base<true, R, Args...>::unique_function_base;

    /// Calls the target.
    R operator()(Args... args) const { return this->call(std::forward<Args>(args)...); }
};

} // namespace frevo
