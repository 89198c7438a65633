// SPDX-License-Identifier: BSL-1.0
// Feeds bytes to a session as a connection would, and writes down what comes out.
#pragma once

#include <frevo/core/limits.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace frevo::testing {

/// Returns the events of the input, in the form of README.md, when it arrives in pieces that end at
/// `cuts`.
///
/// Each piece is read from a heap block of exactly the right size, in which the part of the head
/// that came before has been moved to.
std::string
transcribe(std::string_view input, const frevo::limits& bounds, std::span<const std::size_t> cuts);

/// The same with pieces of one byte.
std::string transcribe_bytewise(std::string_view input, const frevo::limits& bounds);

} // namespace frevo::testing
