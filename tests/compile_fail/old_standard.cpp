// SPDX-License-Identifier: BSL-1.0
// Must not compile: the standard is too old. The real flag cannot be changed here, only its macro.

#undef __cplusplus
#define __cplusplus 201703L
#include <frevo/config.hpp>
