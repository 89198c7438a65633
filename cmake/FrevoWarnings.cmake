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
                      # g++ 12 sees what is not there: uninitialised values in coroutine frames, and at -O3
                      # virtual members in plain classes.
                      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-error=maybe-uninitialized;-Wno-error=array-bounds>"
                      # Overlapping copies in every std::string at -O3 (GCC bug 105651).
                      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>")
    endif()
endif()
