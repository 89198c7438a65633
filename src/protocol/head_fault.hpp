// SPDX-License-Identifier: BSL-1.0
// Finds the reason for which a head is refused.
#pragma once

#include "protocol/rejection.hpp"

#include <frevo/core/limits.hpp>

#include <string_view>

namespace frevo::detail {

/// Returns the first fault, byte by byte, of a head or the beginning of one; `none` if it has none
/// so far.
///
/// The slow and strict reading, for a head that has already been refused, so that the reason does
/// not depend on llhttp's version or on how the bytes were cut.
rejection find_fault(std::string_view head, const limits& bounds) noexcept;

/// Returns the reason for a head that llhttp refused at the end of `head`, though find_fault saw no
/// fault: llhttp has rules on targets and on the framing fields too.
rejection guess_fault(std::string_view head) noexcept;

} // namespace frevo::detail
