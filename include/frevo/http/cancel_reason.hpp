// SPDX-License-Identifier: BSL-1.0
// Why a request was cancelled.
#pragma once

#include <cstdint>

namespace frevo {

/// Why a handler was told to stop: its pending Asio operation ends with `operation_aborted`.
enum class cancel_reason : std::uint8_t
{
    none,        ///< it was not
    client_left, ///< nobody waits for the answer any more
    deadline,    ///< the handler's time is over
    shutdown,    ///< the server ends
};

} // namespace frevo
