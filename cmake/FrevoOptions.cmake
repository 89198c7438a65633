# SPDX-License-Identifier: BSL-1.0
# Every switch of the build; what only frevo's own developers need is on only at the top level.

option(FREVO_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(FREVO_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(FREVO_INSTALL "Create the install rules" ${PROJECT_IS_TOP_LEVEL})
option(FREVO_WARNINGS "Compile frevo's own code with its warning set" ${PROJECT_IS_TOP_LEVEL})
option(FREVO_WERROR "Treat those warnings as errors" OFF)
option(FREVO_ASSERTIONS "Keep FREVO_ASSERT in builds that define NDEBUG" OFF)
option(FREVO_FUZZ "Build the fuzz targets with libFuzzer (clang only)" OFF)
option(FREVO_COVERAGE "Instrument frevo's own code for coverage" OFF)

# AUTO leaves out what needs a library that is not there; ON insists on all.
set(FREVO_EXAMPLES_DEFAULT OFF)
if(PROJECT_IS_TOP_LEVEL)
    set(FREVO_EXAMPLES_DEFAULT AUTO)
endif()
set(FREVO_EXAMPLES
    ${FREVO_EXAMPLES_DEFAULT}
    CACHE STRING "Build the examples: AUTO, ON or OFF")
set_property(CACHE FREVO_EXAMPLES PROPERTY STRINGS AUTO ON OFF)

set(FREVO_SANITIZE
    ""
    CACHE STRING "Sanitizers for frevo's own code, for example address,undefined")

set(FREVO_LLHTTP
    AUTO
    CACHE STRING "Where llhttp comes from: AUTO, PACKAGE, PKGCONFIG or SOURCES")
set_property(CACHE FREVO_LLHTTP PROPERTY STRINGS AUTO PACKAGE PKGCONFIG SOURCES)

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE
            Release
            CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
    endif()
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()
