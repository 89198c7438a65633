# SPDX-License-Identifier: BSL-1.0
# Builds the consumer with nothing but a compiler and pkg-config, and runs it.

file(REMOVE_RECURSE "${BINARY}")
file(MAKE_DIRECTORY "${BINARY}")
set(ENV{PKG_CONFIG_PATH} "${PREFIX}/${LIBDIR}/pkgconfig")

function(ask out)
    execute_process(
        COMMAND "${PKG_CONFIG}" ${ARGN}
        OUTPUT_VARIABLE text
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(text UNIX_COMMAND "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

ask(version --modversion frevo)
if(NOT version STREQUAL EXPECTED_VERSION)
    message(FATAL_ERROR "pkg-config knows frevo ${version}, not ${EXPECTED_VERSION}")
endif()
ask(cflags --cflags frevo-testing)
ask(libs --libs frevo-testing)
separate_arguments(CXXFLAGS UNIX_COMMAND "${CXXFLAGS}")

execute_process(
    COMMAND "${CXX}" -std=c++20 ${CXXFLAGS} "-DEXPECTED_VERSION=\"${EXPECTED_VERSION}\"" ${cflags}
            "${SOURCE}" ${libs} "-Wl,-rpath,${PREFIX}/${LIBDIR}" -o "${BINARY}/consumer"
            COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${BINARY}/consumer" COMMAND_ERROR_IS_FATAL ANY)
