# SPDX-License-Identifier: BSL-1.0
# Finds llhttp: a parent's target, a package, pkg-config, or a distribution's sources. Never a download.

# Sets
#   FREVO_LLHTTP_TARGET   what to link, or for SOURCES the object library that was compiled here
#   FREVO_LLHTTP_KIND     TARGET, PACKAGE, PKGCONFIG or SOURCES; the package config needs to know

# Upstream's versions, vcpkg and Conan spell the target differently.
function(frevo_pick_llhttp out)
    foreach(name IN ITEMS llhttp::llhttp llhttp::llhttp_static llhttp::llhttp_shared llhttp_static
                          llhttp_shared)
        if(TARGET ${name})
            set(${out} ${name} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${out} "" PARENT_SCOPE)
endfunction()

if(NOT FREVO_LLHTTP MATCHES "^(AUTO|PACKAGE|PKGCONFIG|SOURCES)$")
    message(FATAL_ERROR "FREVO_LLHTTP is '${FREVO_LLHTTP}'; use AUTO, PACKAGE, PKGCONFIG or SOURCES")
endif()

set(FREVO_LLHTTP_KIND "")
set(FREVO_LLHTTP_TARGET "")

if(FREVO_LLHTTP MATCHES "AUTO|PACKAGE")
    frevo_pick_llhttp(FREVO_LLHTTP_TARGET)
    if(FREVO_LLHTTP_TARGET)
        set(FREVO_LLHTTP_KIND TARGET)
    endif()
endif()

if(NOT FREVO_LLHTTP_TARGET AND FREVO_LLHTTP MATCHES "AUTO|PACKAGE")
    # No version is asked for: the packages of 9.3.1 and before have no version file.
    find_package(llhttp CONFIG QUIET)
    frevo_pick_llhttp(FREVO_LLHTTP_TARGET)
    if(FREVO_LLHTTP_TARGET)
        set(FREVO_LLHTTP_KIND PACKAGE)
    endif()
endif()

if(NOT FREVO_LLHTTP_TARGET AND FREVO_LLHTTP MATCHES "AUTO|PKGCONFIG")
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(FREVO_LLHTTP_PC QUIET IMPORTED_TARGET libllhttp>=8.1.0)
        if(TARGET PkgConfig::FREVO_LLHTTP_PC)
            set(FREVO_LLHTTP_TARGET PkgConfig::FREVO_LLHTTP_PC)
            set(FREVO_LLHTTP_KIND PKGCONFIG)
        endif()
    endif()
endif()

if(NOT FREVO_LLHTTP_TARGET AND FREVO_LLHTTP MATCHES "AUTO|SOURCES")
    # Debian 12's node-llhttp: three C files under share/llhttp, the header under share/include.
    find_path(
        FREVO_LLHTTP_SOURCE_DIR llhttp.c
        PATH_SUFFIXES share/llhttp
        NO_CACHE)
    find_path(
        FREVO_LLHTTP_INCLUDE_DIR llhttp.h
        PATH_SUFFIXES share/include/llhttp include
        NO_CACHE)
    if(FREVO_LLHTTP_SOURCE_DIR AND FREVO_LLHTTP_INCLUDE_DIR)
        add_library(
            frevo_llhttp OBJECT
            "${FREVO_LLHTTP_SOURCE_DIR}/llhttp.c" "${FREVO_LLHTTP_SOURCE_DIR}/http.c"
            "${FREVO_LLHTTP_SOURCE_DIR}/api.c")
        target_include_directories(frevo_llhttp SYSTEM PUBLIC "${FREVO_LLHTTP_INCLUDE_DIR}")
        # 8.x has lenient tables unless told; later versions ignore the macro. The enum of callbacks
        # depends on it, so whoever includes llhttp.h needs it as well.
        target_compile_definitions(frevo_llhttp PUBLIC LLHTTP_STRICT_MODE=1)
        target_link_libraries(frevo_llhttp PRIVATE frevo_instrumentation)
        set_target_properties(frevo_llhttp PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                      C_VISIBILITY_PRESET hidden)
        set(FREVO_LLHTTP_TARGET frevo_llhttp)
        set(FREVO_LLHTTP_KIND SOURCES)
    endif()
endif()

if(NOT FREVO_LLHTTP_TARGET)
    message(
        FATAL_ERROR
            "llhttp was not found (FREVO_LLHTTP=${FREVO_LLHTTP}). Any of these will do:\n"
            "  Debian 12            apt-get install node-llhttp\n"
            "  Debian 13, Ubuntu    apt-get install libllhttp-dev\n"
            "  Fedora               dnf install llhttp-devel\n"
            "  Arch                 pacman -S llhttp\n"
            "  macOS                brew install llhttp\n"
            "  vcpkg, Conan         the package llhttp\n"
            "or a target llhttp::llhttp made by the project that includes frevo.")
endif()

message(STATUS "frevo: llhttp from ${FREVO_LLHTTP_KIND} (${FREVO_LLHTTP_TARGET})")
