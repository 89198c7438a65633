// SPDX-License-Identifier: BSL-1.0
// The calls of SQLite's C interface.
#include "sqlite.hpp"

#include <sqlite3.h>

namespace tracker::sqlite {

namespace {

/// How long a statement waits for another process that holds the lock.
constexpr int busy_timeout_ms = 5000;

[[noreturn]] void fail(sqlite3* database)
{
    throw error{sqlite3_extended_errcode(database), sqlite3_errmsg(database)};
}

} // namespace

bool error::is_refused_by_schema() const noexcept
{
    return code_ == SQLITE_CONSTRAINT_FOREIGNKEY || code_ == SQLITE_CONSTRAINT_UNIQUE;
}

rows::~rows()
{
    if (!statement_)
        return;
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
}

bool rows::next()
{
    column_ = 0;
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail(sqlite3_db_handle(statement_));
    return code == SQLITE_ROW;
}

void rows::get(int column, int& value) const
{
    value = sqlite3_column_int(statement_, column);
}

void rows::get(int column, std::int64_t& value) const
{
    value = sqlite3_column_int64(statement_, column);
}

void rows::get(int column, std::string& value) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    value.assign(text ? text : "", size);
}

bool rows::is_null(int column) const noexcept
{
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

void rows::set(int parameter, std::int64_t value)
{
    bound(sqlite3_bind_int64(statement_, parameter, value));
}

void rows::set(int parameter, std::string_view value)
{
    // A null pointer would bind NULL.
    const char* text = value.empty() ? "" : value.data();
    bound(
        sqlite3_bind_text64(statement_, parameter, text, value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void rows::set_null(int parameter)
{
    bound(sqlite3_bind_null(statement_, parameter));
}

void rows::bound(int code) const
{
    if (code != SQLITE_OK && code != SQLITE_RANGE) // RANGE: the statement has fewer parameters
        fail(sqlite3_db_handle(statement_));
}

void connection::closer::operator()(sqlite3* database) const noexcept
{
    sqlite3_close(database);
}

void connection::closer::operator()(sqlite3_stmt* statement) const noexcept
{
    sqlite3_finalize(statement);
}

connection::connection(const std::string& path)
{
    // Each connection is used by one thread at a time, so it needs no lock of its own.
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, flags, nullptr);
    database_.reset(opened);
    if (code != SQLITE_OK)
        throw error{code, opened ? sqlite3_errmsg(opened) : sqlite3_errstr(code)};
    sqlite3_busy_timeout(opened, busy_timeout_ms);
    if (sqlite3_db_readonly(opened, "main") == 1)
        throw error{SQLITE_READONLY, "the file is read-only"};
    // Readers go on while one writes. FULL waits for the disk at every commit: what has been
    // answered with 201 survives a power cut; NORMAL would survive only the end of this process.
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

void connection::run(const char* statements)
{
    if (sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(database_.get());
}

std::int64_t connection::last_id() const noexcept
{
    return sqlite3_last_insert_rowid(database_.get());
}

int connection::changes() const noexcept
{
    return sqlite3_changes(database_.get());
}

sqlite3_stmt* connection::prepare(std::string_view statement)
{
    if (const auto known = prepared_.find(statement); known != prepared_.end())
        return known->second.get();
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v3(
        database_.get(), statement.data(), static_cast<int>(statement.size()),
        SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    if (code != SQLITE_OK)
        fail(database_.get());
    return prepared_.emplace(statement, made).first->second.get();
}

transaction::~transaction()
{
    if (!on_)
        return;
    try {
        on_->execute("ROLLBACK");
    } catch (const error&) { // SQLite has rolled back by itself
    }
}

void transaction::commit()
{
    on_->execute("COMMIT");
    on_ = nullptr;
}

} // namespace tracker::sqlite
