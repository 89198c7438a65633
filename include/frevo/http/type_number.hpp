// SPDX-License-Identifier: BSL-1.0
// A small number per type, equal in every shared library of the process.
#pragma once

#include <frevo/config.hpp>

#include <cstddef>
#include <typeindex>

namespace frevo::detail {

/// Returns the number of a type, giving out the next one at its first sight. Threads: any.
FREVO_API std::size_t register_type(std::type_index type, bool is_const);

/// The type's number; `T` and `const T` have different ones.
template <class T>
std::size_t type_number()
{
    static const std::size_t number = register_type(typeid(T), std::is_const_v<T>);
    return number;
}

} // namespace frevo::detail
