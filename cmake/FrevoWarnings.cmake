# SPDX-License-Identifier: BSL-1.0
# The warning set, as an interface target that frevo's own targets link and that is never exported.

add_library(frevo_warnings INTERFACE)

if(FREVO_WARNINGS)
    target_compile_options(
        frevo_warnings
        INTERFACE
            "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wnon-virtual-dtor;-Woverloaded-virtual;-Wimplicit-fallthrough>"
    )
    if(FREVO_WERROR)
        target_compile_options(
            frevo_warnings
            INTERFACE "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Werror>"
                      # g++ 12 sees uninitialised values in coroutine frames that are not there, and at -O3
                      # copies that overlap inside std::string (GCC bug 105651).
                      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-error=maybe-uninitialized;-Wno-error=restrict>")
    endif()
endif()
