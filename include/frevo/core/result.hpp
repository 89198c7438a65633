// SPDX-License-Identifier: BSL-1.0
// A value or the problem that kept it from coming.
#pragma once

#include <frevo/core/problem.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace frevo {

/// A `T`, or a `problem`. Converts from both; test it before you dereference it.
///
/// The problem lives on the heap, so that a successful result costs one pointer more than a `T`.
/// Threads: a value.
template <class T>
class result
{
public:
    using value_type = T;

    result(T value) : value_(std::move(value)) {} // NOLINT: implicit on purpose
    result(problem error)                         // NOLINT: implicit on purpose
        : error_(std::make_unique<problem>(std::move(error)))
    {}

    bool has_value() const noexcept { return value_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value. Precondition: has_value().
    T& operator*() & noexcept { return *value_; }
    const T& operator*() const& noexcept { return *value_; }
    T&& operator*() && noexcept { return *std::move(value_); }
    T* operator->() noexcept { return &*value_; }
    const T* operator->() const noexcept { return &*value_; }

    /// The value, or throws the problem.
    T& value() &
    {
        check();
        return *value_;
    }
    T&& value() &&
    {
        check();
        return *std::move(value_);
    }

    /// The problem. Precondition: !has_value().
    problem& error() & noexcept { return *error_; }
    const problem& error() const& noexcept { return *error_; }
    problem&& error() && noexcept { return std::move(*error_); }

private:
    void check() const
    {
        if (!value_)
            throw problem{*error_};
    }

    std::optional<T> value_;
    std::unique_ptr<problem> error_;
};

} // namespace frevo
