// SPDX-License-Identifier: BSL-1.0
// The control of the compile-fail tests: an ordinary user's file, which must compile.

#include <frevo/version.hpp>

int main()
{
    return frevo::library_version().empty() ? 1 : 0;
}
