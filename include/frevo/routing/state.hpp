// SPDX-License-Identifier: BSL-1.0
// The application's objects as arguments of handlers, and who provides them.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/service.hpp>
#include <frevo/http/type_number.hpp>
#include <frevo/http/worker.hpp>
#include <frevo/routing/extract.hpp>
#include <frevo/routing/signature.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace frevo {

/// An object of the application: `app.share(object)` provides `state<const T>`; `app.share_mutable`
/// and `app.per_worker` provide `state<T>` and `state<const T>`.
///
/// An object that nobody provides is refused when the application starts. Lifetime: of the
/// application, or of the worker for objects that are made per worker.
template <class T>
class state
{
public:
    explicit state(T& object) noexcept : object_(&object) {}

    T& operator*() const noexcept { return *object_; }
    T* operator->() const noexcept { return object_; }

private:
    T* object_;
};

template <class T>
struct extractor<state<T>>
{
    using state_type = T;
    static constexpr bool repeatable = true;

    static state<T> from(const request& req) noexcept
    {
        void* object = detail::request_access::state(req, detail::type_number<T>());
        FREVO_ASSERT(object != nullptr);
        return state<T>{*static_cast<T*>(object)};
    }
};

namespace detail {

/// Memory of an object whose type is forgotten.
using held_object = std::unique_ptr<void, void (*)(void*)>;

template <class T>
held_object hold(T* made) noexcept
{
    return {const_cast<std::remove_const_t<T>*>(made), [](void* object) {
                delete static_cast<T*>(object);
            }};
}

/// Makes the object of one worker.
class FREVO_API state_factory
{
public:
    virtual ~state_factory();
    virtual held_object make(worker& owner) const = 0;
};

template <class T, class Factory>
class state_factory_of final : public state_factory
{
public:
    explicit state_factory_of(Factory factory) : factory_(std::move(factory)) {}

    held_object make(worker& owner) const override
    {
        if constexpr (std::is_invocable_v<const Factory&, worker&>)
            return hold(new T(factory_(owner)));
        else
            return hold(new T(factory_()));
    }

private:
    Factory factory_;
};

/// Who may change a provided object.
enum class state_kind : std::uint8_t
{
    shared,
    shared_mutable,
    per_worker
};

/// One object, or how it is made, and the line that provided it.
struct provided_state
{
    state_kind kind;
    std::string_view type; ///< static storage
    std::size_t number;    ///< of T
    std::size_t const_number;
    void* object; ///< null for objects per worker
    held_object owner;
    std::unique_ptr<const state_factory> factory;
    const char* file;
    int line;
};

/// What is shared when the user passes a `T`: the object of a `shared_ptr` or `reference_wrapper`,
/// else the value itself.
template <class T>
struct shared_object
{
    using type = T;
    static T* keep(T value, held_object& owner)
    {
        T* made = new T(std::move(value));
        owner = hold(made);
        return made;
    }
};
template <class T>
struct shared_object<std::shared_ptr<T>>
{
    using type = T;
    static T* keep(std::shared_ptr<T> value, held_object& owner)
    {
        T* object = value.get();
        owner = hold(new std::shared_ptr<T>(std::move(value)));
        return object;
    }
};
template <class T>
struct shared_object<std::reference_wrapper<T>>
{
    using type = T;
    static T* keep(std::reference_wrapper<T> value, held_object&) noexcept { return &value.get(); }
};

template <class T>
provided_state provide_shared(T value, state_kind kind, const char* file, int line)
{
    using kept = shared_object<T>;
    using type = std::remove_const_t<typename kept::type>;
    held_object owner{nullptr, [](void*) {}};
    auto* object = kept::keep(std::move(value), owner);
    return {
        kind,
        type_name<type>(),
        type_number<type>(),
        type_number<const type>(),
        const_cast<type*>(object),
        std::move(owner),
        nullptr,
        file,
        line};
}

template <class T, class Factory>
provided_state provide_per_worker(Factory factory, const char* file, int line)
{
    static_assert(
        std::is_invocable_v<const Factory&, worker&> || std::is_invocable_v<const Factory&>,
        "frevo: a factory of per_worker is called as const with a frevo::worker&, or with nothing, "
        "and returns the object");
    return {
        state_kind::per_worker,
        type_name<T>(),
        type_number<T>(),
        type_number<const T>(),
        nullptr,
        held_object{nullptr, [](void*) {}},
        std::make_unique<state_factory_of<T, Factory>>(std::move(factory)),
        file,
        line};
}

} // namespace detail
} // namespace frevo
