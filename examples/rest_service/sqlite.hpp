// SPDX-License-Identifier: BSL-1.0
// SQLite with owned handles, exceptions, and statements that are prepared once per connection.
#pragma once

#include <frevo/core/describe.hpp>

#include <boost/describe/enum_to_string.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace tracker::sqlite {

/// What SQLite reports. `code()` is its extended result code.
class error : public std::runtime_error
{
public:
    error(int code, const std::string& text) : std::runtime_error(text), code_(code) {}

    int code() const noexcept { return code_; }

    /// Whether a foreign key or a unique index refused the change.
    bool is_refused_by_schema() const noexcept;

private:
    int code_;
};

/// The rows of a running statement. Described enumerations are stored by their names.
///
/// Lifetime: of the connection; a statement runs at most once at a time.
class rows
{
public:
    explicit rows(sqlite3_stmt* running) noexcept : statement_(running) {}
    rows(rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
    rows& operator=(rows&&) = delete;
    ~rows();

    /// Moves to the next row; false when there is none.
    bool next();

    /// Reads the next columns of the current row.
    template <class... Values>
    void read(Values&... values)
    {
        (get(column_++, values), ...);
    }

    template <class... Values>
    void bind(const Values&... values)
    {
        int parameter = 0;
        (set(++parameter, values), ...);
    }

private:
    void get(int column, int& value) const;
    void get(int column, std::int64_t& value) const;
    void get(int column, std::string& value) const;
    template <frevo::described_enum T>
    void get(int column, T& value) const
    {
        std::string name;
        get(column, name);
        value = frevo::from_text<T>(name).value();
    }
    template <class T>
    void get(int column, std::optional<T>& value) const
    {
        value.reset();
        if (!is_null(column))
            get(column, value.emplace());
    }
    bool is_null(int column) const noexcept;

    void set(int parameter, std::int64_t value);
    void set(int parameter, std::string_view value);
    void set_null(int parameter);
    template <frevo::described_enum T>
    void set(int parameter, T value)
    {
        set(parameter, std::string_view{boost::describe::enum_to_string(value, "")});
    }
    template <class T>
    void set(int parameter, const std::optional<T>& value)
    {
        if (value)
            set(parameter, *value);
        else
            set_null(parameter);
    }

    void bound(int code) const;

    sqlite3_stmt* statement_;
    int column_ = 0; // that `read` reads next
};

/// A connection. Threads: one at a time.
class connection
{
public:
    /// Opens the file, or makes it. Errors: `error`, also when the file cannot be written.
    explicit connection(const std::string& path);

    /// Runs statements that take no parameters and return no rows.
    void run(const char* statements);

    /// Starts a statement with the values of its parameters ?1, ?2, ...; values that it does not
    /// mention are left out.
    ///
    /// Lifetime: text is not copied and must outlive the rows.
    template <class... Values>
    rows query(std::string_view statement, const Values&... values)
    {
        rows started{prepare(statement)};
        started.bind(values...);
        return started;
    }

    /// Runs a statement to its end and returns how many rows it changed.
    template <class... Values>
    int execute(std::string_view statement, const Values&... values)
    {
        query(statement, values...).next();
        return changes();
    }

    std::int64_t last_id() const noexcept;

private:
    struct closer
    {
        void operator()(sqlite3* database) const noexcept;
        void operator()(sqlite3_stmt* statement) const noexcept;
    };

    sqlite3_stmt* prepare(std::string_view statement);
    int changes() const noexcept;

    std::unique_ptr<sqlite3, closer> database_;
    std::map<std::string, std::unique_ptr<sqlite3_stmt, closer>, std::less<>> prepared_;
};

/// Undoes what is written while it lives, unless `commit` is called.
class transaction
{
public:
    explicit transaction(connection& on) : on_(&on) { on.execute("BEGIN IMMEDIATE"); }
    transaction(const transaction&) = delete;
    transaction& operator=(const transaction&) = delete;
    ~transaction();

    void commit();

private:
    connection* on_;
};

/// Runs `work(db)` as one transaction and returns its result.
template <class Work>
auto in_transaction(connection& db, Work& work)
{
    transaction all{db};
    if constexpr (std::is_void_v<std::invoke_result_t<Work&, connection&>>) {
        work(db);
        all.commit();
    } else {
        auto result = work(db);
        all.commit();
        return result;
    }
}

} // namespace tracker::sqlite
