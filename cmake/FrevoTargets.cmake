# SPDX-License-Identifier: BSL-1.0
# How a layer, a test, a benchmark and a fuzz target are declared.

# The layers, lowest first; src/ and tests/unit/ have a folder for each.
set(FREVO_LAYERS core protocol http routing server middleware features app testing)

# What every target of this repository is compiled with; never exported.
function(frevo_house_rules target)
    target_compile_features(${target} PRIVATE cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    # BUILD_INTERFACE, because a static library would export even what it links privately.
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:frevo_warnings>
                                            $<BUILD_INTERFACE:frevo_instrumentation>)
endfunction()

# frevo_layer(<layer> SOURCES <file>... HEADERS <file>...)
#
# Adds a layer's sources and public headers to the library they belong to: frevo::testing for the
# layer `testing`, frevo::frevo for all others.
function(frevo_layer layer)
    cmake_parse_arguments(arg "" "" "SOURCES;HEADERS" ${ARGN})
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "frevo_layer(${layer}): what is '${arg_UNPARSED_ARGUMENTS}'?")
    endif()
    if(NOT layer IN_LIST FREVO_LAYERS)
        message(FATAL_ERROR "frevo_layer(${layer}): not one of ${FREVO_LAYERS}")
    endif()

    set(library frevo)
    set(objects frevo_objects)
    if(layer STREQUAL "testing")
        set(library frevo_testing)
        set(objects frevo_testing_objects)
    endif()

    list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
    target_sources(${objects} PRIVATE ${arg_SOURCES})
    if(arg_HEADERS)
        target_sources(${library} PUBLIC FILE_SET HEADERS FILES ${arg_HEADERS})
    endif()
endfunction()

# frevo_unit_tests(<layer> <file>...)
#
# Builds frevo_unit_<layer> from a layer's test files and registers it with the label `unit`.
function(frevo_unit_tests layer)
    frevo_add_test(frevo_unit_${layer} LABELS unit SOURCES ${ARGN})
endfunction()

# frevo_add_test(<name> [LABELS <label>...] [TIMEOUT <seconds>] SOURCES <file>...)
#
# Builds a doctest program that may use everything in src/, and registers it.
function(frevo_add_test name)
    cmake_parse_arguments(arg "" "TIMEOUT" "LABELS;SOURCES" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    add_executable(${name} ${arg_SOURCES})
    frevo_house_rules(${name})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                               "${PROJECT_SOURCE_DIR}/tests")
    # frevo's objects and not its library: private symbols are hidden in a shared one.
    target_link_libraries(${name} PRIVATE frevo_test_main frevo_objects)
    if(TARGET frevo_testing_objects)
        target_link_libraries(${name} PRIVATE frevo_testing_objects)
    endif()
    target_compile_definitions(
        ${name} PRIVATE "FREVO_TEST_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}/tests\"")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
endfunction()

# frevo_benchmark(<name> <file>...)
#
# Builds a program that measures and may use everything in src/.
function(frevo_benchmark name)
    add_executable(${name} ${ARGN})
    frevo_house_rules(${name})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                               "${PROJECT_SOURCE_DIR}/benchmarks")
    target_link_libraries(${name} PRIVATE frevo_objects)
endfunction()

# frevo_fuzz(<name> <file> [CORPUS <folder>])
#
# A fuzz target under libFuzzer when FREVO_FUZZ is on; otherwise a program that replays the corpus,
# so that every compiler runs the same inputs.
function(frevo_fuzz name file)
    cmake_parse_arguments(arg "" "CORPUS" "" ${ARGN})
    add_executable(${name} ${file})
    frevo_house_rules(${name})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                               "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(${name} PRIVATE frevo_objects)
    if(FREVO_FUZZ)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        set(arguments -runs=0)
    else()
        target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/replay_main.cpp")
        set(arguments "")
    endif()
    if(arg_CORPUS)
        add_test(NAME ${name} COMMAND ${name} ${arguments} "${arg_CORPUS}")
        set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 300)
    endif()
endfunction()
