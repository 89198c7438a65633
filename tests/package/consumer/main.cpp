// SPDX-License-Identifier: BSL-1.0
// A program that uses the installed frevo, shared by all package tests.

#include <frevo/version.hpp>

#include <cstdio>
#include <string_view>

int main()
{
    const std::string_view linked = frevo::library_version();
    std::printf("linked with frevo %.*s\n", static_cast<int>(linked.size()), linked.data());
    return linked == EXPECTED_VERSION && linked == FREVO_VERSION_STRING ? 0 : 1;
}
