# SPDX-License-Identifier: BSL-1.0
# frevo_check_coroutines(): runs the coroutine checker over a target's sources. Installed for users.

include_guard(GLOBAL)

set_property(GLOBAL PROPERTY FREVO_COROUTINE_CHECKER
                             "${CMAKE_CURRENT_LIST_DIR}/check_coroutines.py")

# frevo_check_coroutines(<target>...)
#
# Before a target is built, looks through its sources, and the headers in its header sets, for
# coroutine statements that g++ 12 compiles into programs that crash. A breach fails the build with
# file, line and a way to write it instead; see docs/gcc-12.md. Needs Python 3.7, not the compiler.
#
# May be called anywhere in the folder that creates the target: sources added later in that folder
# are seen as well.
function(frevo_check_coroutines)
    find_package(Python3 3.7 QUIET REQUIRED COMPONENTS Interpreter)
    foreach(target IN LISTS ARGN)
        if(NOT TARGET ${target})
            message(FATAL_ERROR "frevo_check_coroutines: there is no target '${target}'")
        endif()
        get_target_property(folder ${target} SOURCE_DIR)
        cmake_language(
            EVAL CODE
                 "cmake_language(DEFER DIRECTORY [[${folder}]] CALL frevo_add_coroutine_check [[${target}]] [[${Python3_EXECUTABLE}]])"
        )
    endforeach()
endfunction()

# Runs at the end of the target's folder, when its list of sources is complete.
function(frevo_add_coroutine_check target python)
    get_property(checker GLOBAL PROPERTY FREVO_COROUTINE_CHECKER)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(listed ${target} SOURCES)
    get_target_property(headers ${target} HEADER_SET)
    set(files "")
    foreach(file IN LISTS listed headers)
        if(file MATCHES "\\$<" OR NOT file MATCHES "\\.(c\\+\\+|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|tpp)$")
            continue()
        endif()
        get_filename_component(file "${file}" ABSOLUTE BASE_DIR "${folder}")
        # What the build generates is not there yet, and nobody writes it by hand.
        get_source_file_property(generated "${file}" TARGET_DIRECTORY ${target} GENERATED)
        if(EXISTS "${file}" AND NOT generated)
            list(APPEND files "${file}")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES files)
    if(NOT files)
        return()
    endif()

    set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}_coroutines.stamp")
    add_custom_command(
        OUTPUT "${stamp}"
        COMMAND "${python}" "${checker}" --quiet ${files}
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        DEPENDS ${files} "${checker}"
        COMMENT "Checking the coroutines of ${target}"
        VERBATIM)
    add_custom_target(${target}_coroutines DEPENDS "${stamp}")
    add_dependencies(${target} ${target}_coroutines)
endfunction()
