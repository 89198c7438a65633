# SPDX-License-Identifier: BSL-1.0
# Sanitizers, coverage and assertions for frevo's own targets; nothing of this is exported.

add_library(frevo_instrumentation INTERFACE)

if(FREVO_SANITIZE)
    target_compile_options(frevo_instrumentation INTERFACE -fsanitize=${FREVO_SANITIZE}
                                                           -fno-omit-frame-pointer)
    target_link_options(frevo_instrumentation INTERFACE -fsanitize=${FREVO_SANITIZE})
    if(FREVO_SANITIZE MATCHES "undefined")
        # Not vptr: it opens a pipe to look at an object, and calls every object wrong where tests have used
        # up the descriptors.
        target_compile_options(frevo_instrumentation INTERFACE -fno-sanitize-recover=undefined
                                                               -fno-sanitize=vptr)
        if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
            # What it puts in front of a coroutine is copied to its parts, where it cannot be assembled.
            target_compile_options(frevo_instrumentation INTERFACE -fno-sanitize=function)
        endif()
    endif()
    if(FREVO_SANITIZE MATCHES "address")
        # A coroutine frame that is handed out again hides the use of its predecessor.
        target_compile_definitions(frevo_instrumentation
                                   INTERFACE BOOST_ASIO_DISABLE_AWAITABLE_FRAME_RECYCLING)
    endif()
endif()

if(FREVO_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "FREVO_FUZZ needs clang: libFuzzer is part of it")
    endif()
    target_compile_options(frevo_instrumentation INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(FREVO_COVERAGE)
    target_compile_options(frevo_instrumentation INTERFACE --coverage -fprofile-abs-path)
    target_link_options(frevo_instrumentation INTERFACE --coverage)
endif()

if(FREVO_ASSERTIONS)
    target_compile_definitions(frevo_instrumentation INTERFACE FREVO_ENABLE_ASSERTIONS=1)
endif()
