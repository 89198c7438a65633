# SPDX-License-Identifier: BSL-1.0
# Fails under a CMake that is too old for the build.

if(CMAKE_VERSION VERSION_LESS 3.25)
    message(FATAL_ERROR "CMake ${CMAKE_VERSION} is too old; 3.25 is needed")
endif()
