// SPDX-License-Identifier: BSL-1.0
// The schema of the store, and the steps from each of its versions to the next.
#pragma once

#include "sqlite.hpp"

namespace tracker {

/// Brings a database to the newest schema; does nothing if it has it.
///
/// Every step is a transaction, so a start that is interrupted goes on at the next one.
/// Errors: `sqlite::error`, also when the database comes from a newer version of this program.
void migrate(sqlite::connection& db);

} // namespace tracker
