// SPDX-License-Identifier: BSL-1.0
// The schema of the store, step by step. Steps are only added, never edited.
#include "migrations.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace tracker {

namespace {

constexpr std::array steps{
    R"(
    CREATE TABLE projects (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- ids are never used twice
        created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        name TEXT NOT NULL UNIQUE,
        description TEXT
    ) STRICT;
    CREATE TABLE tasks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        project INTEGER NOT NULL REFERENCES projects (id),
        title TEXT NOT NULL,
        note TEXT,
        status TEXT NOT NULL CHECK (status IN ('open', 'started', 'done')),
        priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 5),
        due TEXT
    ) STRICT;
    CREATE INDEX tasks_by_project ON tasks (project, status);
    )",
    // One index per sort order, so that a page costs what it holds and not what the list holds.
    R"(
    CREATE INDEX projects_by_created ON projects (created);
    CREATE INDEX projects_by_name ON projects (lower(name));
    CREATE INDEX tasks_by_created ON tasks (created);
    CREATE INDEX tasks_by_due ON tasks (coalesce(due, '~'));
    CREATE INDEX tasks_by_title ON tasks (lower(title));
    )",
};

std::size_t version_of(sqlite::connection& db)
{
    std::int64_t version = 0;
    sqlite::rows found = db.query("PRAGMA user_version");
    found.next();
    found.read(version);
    return static_cast<std::size_t>(version);
}

/// Returns false when nothing is left to do.
bool make_step(sqlite::connection& db)
{
    const std::size_t version = version_of(db); // read again: another process may have made it
    if (version >= steps.size())
        return false;
    db.run(steps[version]);
    db.run(("PRAGMA user_version = " + std::to_string(version + 1)).c_str());
    return true;
}

} // namespace

void migrate(sqlite::connection& db)
{
    if (version_of(db) > steps.size())
        throw sqlite::error{0, "it was written by a newer version of this program"};
    while (version_of(db) < steps.size())
        sqlite::in_transaction(db, make_step);
}

} // namespace tracker
