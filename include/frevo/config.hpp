// SPDX-License-Identifier: BSL-1.0
// Facts about the compiler, and the macros that every other header may use.

#pragma once

#include <cstdio>
#include <cstdlib>

#if defined(__clang__)
#if __clang_major__ < 14
#error "frevo needs clang 14 or later: earlier ones lack the coroutines of C++20."
#endif
#elif defined(__GNUC__)
#if __GNUC__ < 12
#error "frevo needs g++ 12 or later."
#endif
#endif

#if __cplusplus < 202002L
#error "frevo needs C++20: compile with -std=c++20, or link the CMake target frevo::frevo."
#endif

// clang 14 has the coroutines of C++20 but announces them under the name of the earlier draft.
#if !__has_include(<coroutine>) || (!defined(__cpp_impl_coroutine) && !defined(__cpp_coroutines))
#error "frevo needs coroutines, which this compiler or these options do not offer."
#endif

/// Marks what belongs to the public interface of a shared library.
///
/// The same in the library and at its users, so no definition has to reach them from the build.
#define FREVO_API __attribute__((visibility("default")))

/// Marks what only frevo's sibling libraries (testing, for example) may use across the boundary of
/// a shared library. Not part of the public interface; may change in any version.
#define FREVO_COMPONENT_API __attribute__((visibility("default")))

/// `consteval` where it works, `constexpr` elsewhere: the same function then runs at start-up.
///
/// clang 14 to 16 implement enough of it, but do not set the feature macro.
#if defined(__cpp_consteval) || (defined(__clang__) && !defined(__apple_build_version__))
#define FREVO_CONSTEVAL consteval
#else
#define FREVO_CONSTEVAL constexpr
#endif

/// Stops the program when a condition that frevo or its user must guarantee does not hold.
///
/// On in builds without NDEBUG, and wherever FREVO_ENABLE_ASSERTIONS is defined as 1. Off, the
/// condition is compiled but not evaluated, so that it cannot rot.
#if !defined(NDEBUG) || (defined(FREVO_ENABLE_ASSERTIONS) && FREVO_ENABLE_ASSERTIONS)
#define FREVO_ASSERT(...)                                                                          \
    ((__VA_ARGS__) ? static_cast<void>(0)                                                          \
                   : ::frevo::detail::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__))
#else
#define FREVO_ASSERT(...) static_cast<void>(sizeof((__VA_ARGS__) ? 1 : 0))
#endif

namespace frevo::detail {

[[noreturn]] inline void
assertion_failed(const char* condition, const char* file, int line) noexcept
{
    std::fprintf(stderr, "%s:%d: frevo assertion failed: %s\n", file, line, condition);
    std::abort();
}

} // namespace frevo::detail
