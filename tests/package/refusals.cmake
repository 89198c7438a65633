# SPDX-License-Identifier: BSL-1.0
# The package must refuse other minor versions and components it does not have, with a reason.

function(expect_refusal words)
    file(REMOVE_RECURSE "${BINARY}")
    execute_process(
        COMMAND
            "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BINARY}" -G "${GENERATOR}"
            "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCMAKE_CXX_COMPILER=${CXX}"
            "-DCMAKE_C_COMPILER=${CC}" ${ARGN}
        RESULT_VARIABLE result
        OUTPUT_VARIABLE text
        ERROR_VARIABLE text)
    if(result EQUAL 0)
        message(FATAL_ERROR "accepted, but should not be: ${ARGN}")
    endif()
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(FIND "${text}" "${words}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "refused, but without saying '${words}':\n${text}")
    endif()
endfunction()

expect_refusal("compatible with requested version \"0.2\"" -DWANTED_VERSION=0.2)
expect_refusal("compatible with requested version \"1\"" -DWANTED_VERSION=1)
expect_refusal("no component 'nonsense'" -DWANTED_COMPONENT=nonsense)
