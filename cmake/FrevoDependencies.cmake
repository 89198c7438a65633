# SPDX-License-Identifier: BSL-1.0
# What frevo stands on: Boost, nlohmann_json, the system's threads, and llhttp.

# The package config repeats these calls; keep FrevoInstall.cmake's template in step.
# QUIET: only vcpkg has an `asio` package, and its absence is not worth a line.
find_package(Boost 1.81 CONFIG QUIET REQUIRED COMPONENTS headers json OPTIONAL_COMPONENTS asio)
find_package(nlohmann_json 3.9 CONFIG REQUIRED)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

include(FrevoLlhttp)

# Gives a target what the public headers need, and what only the sources need to link.
function(frevo_link_dependencies target)
    target_link_libraries(${target} PUBLIC Boost::headers nlohmann_json::nlohmann_json
                                           Threads::Threads)
    if(TARGET Boost::asio)
        # Only vcpkg's Boost has this one; it carries Asio's configuration macros.
        target_link_libraries(${target} PUBLIC Boost::asio)
    endif()
    target_link_libraries(${target} PRIVATE Boost::json)
    if(NOT FREVO_LLHTTP_KIND STREQUAL "SOURCES")
        target_link_libraries(${target} PRIVATE ${FREVO_LLHTTP_TARGET})
    endif()
endfunction()
