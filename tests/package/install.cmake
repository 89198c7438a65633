# SPDX-License-Identifier: BSL-1.0
# Installs a build into an empty scratch prefix.

file(REMOVE_RECURSE "${PREFIX}")
execute_process(
    COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIR}" --config "${CONFIG}" --prefix "${PREFIX}"
    COMMAND_ERROR_IS_FATAL ANY)
