// SPDX-License-Identifier: BSL-1.0
// Answers which version of the library was linked.

#include <frevo/version.hpp>

namespace frevo {

std::string_view library_version() noexcept
{
    return FREVO_VERSION_STRING;
}

} // namespace frevo
