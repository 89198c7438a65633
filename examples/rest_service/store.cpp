// SPDX-License-Identifier: BSL-1.0
// The SQL. Values reach it as bound parameters only; what is put together here is our own text.
#include "store.hpp"

#include "migrations.hpp"

#include <frevo/http/offload.hpp>

#include <string_view>
#include <utility>

namespace tracker {

using frevo::awaitable;
using sqlite::connection, sqlite::rows;

namespace {

const char* sentence(reason why) noexcept
{
    switch (why) {
    case reason::missing:
        return "There is nothing with this id.";
    case reason::name_taken:
        return "Another project has this name.";
    case reason::unknown_project:
        return "There is no such project.";
    case reason::has_tasks:
        return "The project still has tasks; remove them or move them first.";
    }
    return "";
}

/// How a struct is kept: its table, and its columns in the order of `read`.
template <class Row>
struct table;

template <>
struct table<project>
{
    static constexpr std::string_view name = "projects";
    static constexpr std::string_view columns = "id, created, updated, name, description";
    static void read(rows& from, project& p)
    {
        from.read(p.id, p.created, p.updated, p.name, p.description);
    }
};

template <>
struct table<task>
{
    static constexpr std::string_view name = "tasks";
    static constexpr std::string_view columns =
        "id, created, updated, project, title, note, status, priority, due";
    static void read(rows& from, task& t)
    {
        from.read(
            t.id, t.created, t.updated, t.project, t.title, t.note, t.status, t.priority, t.due);
    }
};

/// The time as the schema's defaults write it.
const std::string now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/// "statement RETURNING all columns".
template <class Row>
std::string returning(std::string_view statement)
{
    return std::string{statement}.append(" RETURNING ").append(table<Row>::columns);
}

/// The only row of a statement.
template <class Row>
Row only(rows found)
{
    if (!found.next())
        throw refusal{reason::missing};
    Row row;
    table<Row>::read(found, row);
    found.next(); // to the end, where the schema's conditions are checked
    return row;
}

template <class Row>
Row get(connection& db, row_id id)
{
    static const std::string select = std::string{"SELECT "}
                                          .append(table<Row>::columns)
                                          .append(" FROM ")
                                          .append(table<Row>::name)
                                          .append(" WHERE id = ?1");
    return only<Row>(db.query(select, id));
}

project replace(connection& db, row_id id, const project_draft& draft)
{
    static const std::string update = returning<project>(
        "UPDATE projects SET updated = " + now + ", name = ?2, description = ?3 WHERE id = ?1");
    return only<project>(db.query(update, id, draft.name, draft.description));
}

task replace(connection& db, row_id id, const task_draft& draft)
{
    static const std::string update = returning<task>(
        "UPDATE tasks SET updated = " + now +
        ", project = ?2, title = ?3, note = ?4, status = ?5,"
        " priority = ?6, due = ?7 WHERE id = ?1");
    return only<task>(db.query(
        update, id, draft.project, draft.title, draft.note, draft.status, draft.priority,
        draft.due));
}

/// An expression that sorts rows by a key; never text of a client.
std::string_view expression(project_key by) noexcept
{
    switch (by) {
    case project_key::created:
        return "created";
    case project_key::name:
        return "lower(name)";
    }
    return "id";
}

std::string_view expression(task_key by) noexcept
{
    switch (by) {
    case task_key::created:
        return "created";
    case task_key::due:
        return "coalesce(due, '~')"; // what has no date comes after all dates
    case task_key::title:
        return "lower(title)";
    }
    return "id";
}

/// A page of the rows that fulfil `condition`, whose parameters ?4, ?5, ... are `filters`.
template <class Row, class Key, class... Filters>
page<Row> list(
    connection& db, std::string_view condition, const paging<Key>& wanted,
    const Filters&... filters)
{
    const std::string key{expression(wanted.order.by)};
    const std::string direction = wanted.order.descending ? " DESC" : "";
    std::string select = "SELECT " + key + ", ";
    select.append(table<Row>::columns).append(" FROM ").append(table<Row>::name);
    select.append(" WHERE ").append(condition);
    if (wanted.after) {
        // The first of these conditions follows from the second; by it SQLite finds the place in
        // an index of an expression.
        const std::string beyond = wanted.order.descending ? "<" : ">";
        select += " AND " + key + " " + beyond + "= ?2 AND (" + key + ", id) " + beyond;
        select += " (?2, ?3)";
    }
    select += " ORDER BY " + key + direction + ", id" + direction + " LIMIT ?1";

    const auto size = static_cast<std::size_t>(wanted.size.value);
    const position after = wanted.after.value_or(position{});
    rows found = db.query(select, wanted.size.value + 1, after.key, after.id, filters...);
    page<Row> made;
    position last{wanted.order.text(), {}, 0};
    while (found.next()) {
        if (made.items.size() == size) { // one more than asked for: there is another page
            made.next = to_cursor(last);
            break;
        }
        found.read(last.key);
        Row& row = made.items.emplace_back();
        table<Row>::read(found, row);
        last.id = row.id;
    }
    return made;
}

summary count(connection& db, std::string_view condition, row_id project)
{
    std::string select =
        "SELECT count(*), count(*) FILTER (WHERE status = 'open'),"
        " count(*) FILTER (WHERE status = 'started'), count(*) FILTER (WHERE status = 'done'),"
        " count(*) FILTER (WHERE status <> 'done' AND due < date('now')) FROM tasks WHERE ";
    rows found = db.query(select.append(condition), project);
    found.next();
    summary counts;
    found.read(counts.total, counts.open, counts.started, counts.done, counts.overdue);
    return counts;
}

void remove(connection& db, std::string_view statement, row_id id)
{
    if (db.execute(statement, id) == 0)
        throw refusal{reason::missing};
}

} // namespace

refusal::refusal(reason why) : std::runtime_error(sentence(why)), why_(why) {}

/// A connection of the pool for one job.
class store::lease
{
public:
    explicit lease(store& from) : from_(from)
    {
        const std::lock_guard lock{from_.guard_};
        if (from_.idle_.empty())
            return;
        taken_ = std::move(from_.idle_.back());
        from_.idle_.pop_back();
    }
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease()
    {
        if (!taken_)
            return;
        const std::lock_guard lock{from_.guard_};
        from_.idle_.push_back(std::move(taken_));
    }

    connection& get()
    {
        if (!taken_)
            taken_ = std::make_unique<connection>(from_.path_);
        return *taken_;
    }

private:
    store& from_;
    std::unique_ptr<connection> taken_;
};

template <class Work>
awaitable<store::result_of<Work>> store::read(Work work)
{
    auto job = [this, &work] {
        lease taken{*this};
        return work(taken.get());
    };
    co_return co_await frevo::offload(std::move(job));
}

template <class Work>
awaitable<store::result_of<Work>> store::write(reason if_refused, Work work)
{
    return read([this, if_refused, work = std::move(work)](connection& db) mutable {
        const std::lock_guard turn{writing_};
        try {
            return sqlite::in_transaction(db, work);
        } catch (const sqlite::error& failed) {
            if (failed.is_refused_by_schema())
                throw refusal{if_refused};
            throw;
        }
    });
}

store::store(std::string path) : path_(std::move(path))
{
    auto first = std::make_unique<connection>(path_);
    migrate(*first);
    idle_.push_back(std::move(first));
}

awaitable<void> store::ping()
{
    return read([](connection& db) { db.query("SELECT count(*) FROM sqlite_schema").next(); });
}

awaitable<page<project>> store::projects(project_query wanted)
{
    return read([wanted = std::move(wanted)](connection& db) {
        const char* condition = wanted.search ? "instr(lower(name), lower(?4)) > 0" : "true";
        return list<project>(db, condition, wanted.page, wanted.search);
    });
}

awaitable<project> store::get_project(row_id id)
{
    return read([id](connection& db) { return get<project>(db, id); });
}

awaitable<project> store::add_project(project_draft draft)
{
    return write(reason::name_taken, [draft = std::move(draft)](connection& db) {
        static const std::string insert =
            returning<project>("INSERT INTO projects (name, description) VALUES (?1, ?2)");
        return only<project>(db.query(insert, draft.name, draft.description));
    });
}

awaitable<project> store::replace_project(row_id id, project_draft draft)
{
    return write(reason::name_taken, [id, draft = std::move(draft)](connection& db) {
        return replace(db, id, draft);
    });
}

awaitable<project> store::change_project(row_id id, project_changes changes)
{
    return write(reason::name_taken, [id, changes = std::move(changes)](connection& db) {
        project changed = get<project>(db, id);
        frevo::patch(changed, changes);
        return replace(db, id, changed);
    });
}

awaitable<void> store::remove_project(row_id id)
{
    return write(reason::has_tasks, [id](connection& db) {
        remove(db, "DELETE FROM projects WHERE id = ?1", id);
    });
}

awaitable<summary> store::summarise_project(row_id id)
{
    return read([id](connection& db) {
        get<project>(db, id);
        return count(db, "project = ?1", id);
    });
}

awaitable<page<task>> store::tasks(task_query wanted)
{
    return read([wanted = std::move(wanted)](connection& db) {
        std::string condition = "true";
        if (wanted.project)
            condition += " AND project = ?4";
        if (wanted.status)
            condition += " AND status = ?5";
        if (wanted.search)
            condition += " AND (instr(lower(title), lower(?6)) > 0"
                         " OR instr(lower(note), lower(?6)) > 0)";
        return list<task>(db, condition, wanted.page, wanted.project, wanted.status, wanted.search);
    });
}

awaitable<task> store::get_task(row_id id)
{
    return read([id](connection& db) { return get<task>(db, id); });
}

awaitable<task> store::add_task(task_draft draft)
{
    return write(reason::unknown_project, [draft = std::move(draft)](connection& db) {
        static const std::string insert =
            returning<task>("INSERT INTO tasks (project, title, note, status, priority, due)"
                            " VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
        return only<task>(db.query(
            insert, draft.project, draft.title, draft.note, draft.status, draft.priority,
            draft.due));
    });
}

awaitable<task> store::replace_task(row_id id, task_draft draft)
{
    return write(reason::unknown_project, [id, draft = std::move(draft)](connection& db) {
        return replace(db, id, draft);
    });
}

awaitable<task> store::change_task(row_id id, task_changes changes)
{
    return write(reason::unknown_project, [id, changes = std::move(changes)](connection& db) {
        task changed = get<task>(db, id);
        frevo::patch(changed, changes);
        return replace(db, id, changed);
    });
}

awaitable<void> store::remove_task(row_id id)
{
    return write(reason::missing, [id](connection& db) {
        remove(db, "DELETE FROM tasks WHERE id = ?1", id);
    });
}

awaitable<summary> store::summarise()
{
    return read([](connection& db) { return count(db, "true", 0); });
}

} // namespace tracker
