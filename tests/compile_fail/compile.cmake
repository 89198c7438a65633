# SPDX-License-Identifier: BSL-1.0
# Compiles one file without output and compares what happened with what was expected.

execute_process(
    COMMAND "${CXX}" "@${FLAGS}" -fsyntax-only "${FILE}"
    RESULT_VARIABLE result
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)

if(EXPECT STREQUAL "PASS")
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "should compile, but does not:\n${text}")
    endif()
    return()
endif()

if(result EQUAL 0)
    message(FATAL_ERROR "compiles, but should not: ${FILE}")
endif()
# A message may be broken over lines.
string(REGEX REPLACE "[ \n]+" " " flat "${text}")
foreach(words IN LISTS WORDS)
    string(FIND "${flat}" "${words}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "fails, but without saying '${words}':\n${text}")
    endif()
endforeach()
message(STATUS "refused as it should be: ${WORDS}")
