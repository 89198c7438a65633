// SPDX-License-Identifier: BSL-1.0
// The store of projects and tasks: an SQLite file behind awaitable functions.
#pragma once

#include "model.hpp"
#include "paging.hpp"
#include "sqlite.hpp"

#include <frevo/http/awaitable.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace tracker {

enum class project_key
{
    created,
    name
};
BOOST_DESCRIBE_ENUM(project_key, created, name)

struct project_query
{
    std::optional<std::string> search; ///< part of the name
    paging<project_key> page;
};

enum class task_key
{
    created,
    due,
    title
};
BOOST_DESCRIBE_ENUM(task_key, created, due, title)

struct task_query
{
    std::optional<row_id> project;
    std::optional<task_status> status;
    std::optional<std::string> search; ///< part of the title or the note
    paging<task_key> page;
};

/// Why the store does not do what it was asked for.
enum class reason
{
    missing,
    name_taken,
    unknown_project,
    has_tasks
};

/// Thrown by the functions of the store; `what()` is a sentence for clients.
class refusal : public std::runtime_error
{
public:
    explicit refusal(reason why);
    reason why() const noexcept { return why_; }

private:
    reason why_;
};

/// All projects and tasks.
///
/// Its functions run on the threads of `frevo::offload`, so they never hold up an event loop; each
/// of those threads takes a connection of its own from a pool. Errors: `refusal`, `sqlite::error`.
/// Threads: any, at the same time too.
class store
{
public:
    /// Opens the file, or makes it, and brings its schema up to date. Errors: `sqlite::error`.
    explicit store(std::string path);

    frevo::awaitable<page<project>> projects(project_query wanted);
    frevo::awaitable<project> get_project(row_id id);
    frevo::awaitable<project> add_project(project_draft draft);
    frevo::awaitable<project> replace_project(row_id id, project_draft draft);
    frevo::awaitable<project> change_project(row_id id, project_changes changes);
    frevo::awaitable<void> remove_project(row_id id);
    frevo::awaitable<summary> summarise_project(row_id id);

    frevo::awaitable<page<task>> tasks(task_query wanted);
    frevo::awaitable<task> get_task(row_id id);
    frevo::awaitable<task> add_task(task_draft draft);
    frevo::awaitable<task> replace_task(row_id id, task_draft draft);
    frevo::awaitable<task> change_task(row_id id, task_changes changes);
    frevo::awaitable<void> remove_task(row_id id);
    frevo::awaitable<summary> summarise();

    /// Reads something, to see that the database answers.
    frevo::awaitable<void> ping();

private:
    class lease;

    template <class Work>
    using result_of = std::invoke_result_t<Work&, sqlite::connection&>;

    /// Runs `work(connection)` beside the event loop.
    template <class Work>
    frevo::awaitable<result_of<Work>> read(Work work);

    /// The same in a transaction; a change that the schema refuses has this reason.
    template <class Work>
    frevo::awaitable<result_of<Work>> write(reason if_refused, Work work);

    std::string path_;
    std::mutex writing_; // SQLite has one writer at a time; waiting here is fairer than in SQLite
    std::mutex guard_;   // of idle_
    std::vector<std::unique_ptr<sqlite::connection>> idle_;
};

} // namespace tracker
