# SPDX-License-Identifier: BSL-1.0
# What is installed: libraries, headers, the CMake package, pkg-config files and the coroutine checker.

include(CMakePackageConfigHelpers)

set(FREVO_INSTALL_CMAKEDIR
    "${CMAKE_INSTALL_LIBDIR}/cmake/frevo"
    CACHE STRING "Where the CMake package goes, relative to the prefix")

# One export file per component, so that find_package() loads only what it was asked for.
install(
    TARGETS frevo
    EXPORT frevo-targets
    FILE_SET HEADERS)
install(
    EXPORT frevo-targets
    NAMESPACE frevo::
    DESTINATION "${FREVO_INSTALL_CMAKEDIR}")

if(TARGET frevo_testing)
    install(
        TARGETS frevo_testing
        EXPORT frevo-testing-targets
        FILE_SET HEADERS)
    install(
        EXPORT frevo-testing-targets
        NAMESPACE frevo::
        DESTINATION "${FREVO_INSTALL_CMAKEDIR}")
endif()

configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/frevo-config.cmake.in" "${PROJECT_BINARY_DIR}/frevo-config.cmake"
    INSTALL_DESTINATION "${FREVO_INSTALL_CMAKEDIR}"
    NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change anything.
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/frevo-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(
    FILES "${PROJECT_BINARY_DIR}/frevo-config.cmake"
          "${PROJECT_BINARY_DIR}/frevo-config-version.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/FrevoCoroutineCheck.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/check_coroutines.py"
    DESTINATION "${FREVO_INSTALL_CMAKEDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# pkg-config ---------------------------------------------------------------------------------------

# Gives the linker flag for an imported library, with its folder unless the linker looks there.
function(frevo_link_flags target out)
    get_target_property(location ${target} LOCATION)
    get_filename_component(folder "${location}" DIRECTORY)
    get_filename_component(file "${location}" NAME)
    if(NOT file MATCHES "^lib(.+)\\.(a|so|dylib)")
        set(${out} "${location}" PARENT_SCOPE)
        return()
    endif()
    set(flags "-l${CMAKE_MATCH_1}")
    get_filename_component(folder "${folder}" REALPATH)
    set(known "")
    foreach(implicit IN LISTS CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
        get_filename_component(implicit "${implicit}" REALPATH)
        list(APPEND known "${implicit}")
    endforeach()
    if(NOT folder IN_LIST known)
        set(flags "-L${folder} ${flags}")
    endif()
    set(${out} "${flags}" PARENT_SCOPE)
endfunction()

frevo_link_flags(Boost::json flags)
set(FREVO_PC_PRIVATE_LIBS "${flags}")
if(TARGET Boost::container)
    # What a static Boost.JSON needs in turn.
    frevo_link_flags(Boost::container flags)
    string(APPEND FREVO_PC_PRIVATE_LIBS " ${flags}")
endif()
set(FREVO_PC_PRIVATE_REQUIRES "")
if(FREVO_LLHTTP_KIND STREQUAL "PKGCONFIG")
    set(FREVO_PC_PRIVATE_REQUIRES "libllhttp")
elseif(FREVO_LLHTTP_KIND STREQUAL "PACKAGE")
    string(APPEND FREVO_PC_PRIVATE_LIBS " -lllhttp")
endif()
string(APPEND FREVO_PC_PRIVATE_LIBS " -pthread")

# Without a shared library everybody links statically, also those who do not say --static.
if(BUILD_SHARED_LIBS)
    set(FREVO_PC_LIBS "")
    set(FREVO_PC_REQUIRES "")
else()
    set(FREVO_PC_LIBS " ${FREVO_PC_PRIVATE_LIBS}")
    set(FREVO_PC_REQUIRES "${FREVO_PC_PRIVATE_REQUIRES}")
    set(FREVO_PC_PRIVATE_LIBS "")
    set(FREVO_PC_PRIVATE_REQUIRES "")
endif()

# Relative, so that the installed tree can be moved as a whole.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(FREVO_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    set(FREVO_PC_LIBDIR "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(FREVO_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(FREVO_PC_PREFIX "\${pcfiledir}/${up}")
    set(FREVO_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(FREVO_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()

set(pc_files "")
foreach(name IN ITEMS frevo frevo-testing)
    if(name STREQUAL "frevo" OR TARGET frevo_testing)
        configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in"
                       "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
        list(APPEND pc_files "${PROJECT_BINARY_DIR}/${name}.pc")
    endif()
endforeach()
install(FILES ${pc_files} DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
