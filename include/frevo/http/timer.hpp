// SPDX-License-Identifier: BSL-1.0
// An Asio timer that follows frevo's clock. Not in the umbrella header: it includes more of Asio.
#pragma once

#include <frevo/http/time.hpp>

#include <boost/asio/basic_waitable_timer.hpp>

namespace frevo {

/// Like `boost::asio::steady_timer`, but shifted with `frevo::clock`.
using timer = boost::asio::basic_waitable_timer<clock>;

} // namespace frevo
