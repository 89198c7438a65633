// SPDX-License-Identifier: BSL-1.0
// The service: its routes over a store.
#pragma once

#include "store.hpp"

#include <frevo/app/app.hpp>

namespace tracker {

/// The application, ready to listen or to be tested. Lifetime: the store must outlive it.
frevo::app make_app(store& db);

} // namespace tracker
