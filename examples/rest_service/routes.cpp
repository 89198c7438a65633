// SPDX-License-Identifier: BSL-1.0
// The handlers. Their arguments say what a request must bring; their results say what is answered.
#include "routes.hpp"

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace tracker;
using frevo::awaitable, frevo::json, frevo::path, frevo::query, frevo::state;
using frevo::problem, frevo::request, frevo::response, frevo::status;

/// The filters of GET /projects.
template <>
struct frevo::extractor<project_query>
{
    static project_query
    from(query<"search", std::optional<std::string>> search, paging<project_key> page)
    {
        return {*std::move(search), std::move(page)};
    }
};

/// The filters of GET /tasks.
template <>
struct frevo::extractor<task_query>
{
    static task_query from(
        query<"project", std::optional<row_id>> project,
        query<"status", std::optional<task_status>> status,
        query<"search", std::optional<std::string>> search, paging<task_key> page)
    {
        return {*project, *status, *std::move(search), std::move(page)};
    }
};

namespace {

using by_id = path<"id", row_id>;

/// A page whose `next` is a link that can be followed.
template <class T>
json<page<T>> linked(page<T> found, const request& req)
{
    if (found.next)
        found.next = link_to(*found.next, req);
    return found;
}

/// 201 with what was made, and where it is.
template <class T>
response created(std::string_view list, T made)
{
    const std::string location = std::string{list} + "/" + std::to_string(made.id);
    return response{status::created, json{std::move(made)}}.header(
        frevo::field::location, location);
}

// Projects

awaitable<json<page<project>>> list_projects(project_query wanted, request& req, state<store> db)
{
    auto found = co_await db->projects(std::move(wanted));
    co_return linked(std::move(found), req);
}

awaitable<json<project>> get_project(by_id id, state<store> db)
{
    co_return co_await db->get_project(*id);
}

awaitable<response> add_project(json<project_draft> draft, state<store> db)
{
    auto made = co_await db->add_project(*std::move(draft));
    co_return created("/projects", std::move(made));
}

awaitable<json<project>> replace_project(by_id id, json<project_draft> draft, state<store> db)
{
    co_return co_await db->replace_project(*id, *std::move(draft));
}

awaitable<json<project>> change_project(by_id id, json<project_changes> changes, state<store> db)
{
    co_return co_await db->change_project(*id, *std::move(changes));
}

awaitable<void> remove_project(by_id id, state<store> db)
{
    return db->remove_project(*id);
}

awaitable<json<summary>> summarise_project(by_id id, state<store> db)
{
    co_return co_await db->summarise_project(*id);
}

// Tasks

awaitable<json<page<task>>> list_tasks(task_query wanted, request& req, state<store> db)
{
    auto found = co_await db->tasks(std::move(wanted));
    co_return linked(std::move(found), req);
}

awaitable<json<task>> get_task(by_id id, state<store> db)
{
    co_return co_await db->get_task(*id);
}

awaitable<response> add_task(json<task_draft> draft, state<store> db)
{
    auto made = co_await db->add_task(*std::move(draft));
    co_return created("/tasks", std::move(made));
}

awaitable<json<task>> replace_task(by_id id, json<task_draft> draft, state<store> db)
{
    co_return co_await db->replace_task(*id, *std::move(draft));
}

awaitable<json<task>> change_task(by_id id, json<task_changes> changes, state<store> db)
{
    co_return co_await db->change_task(*id, *std::move(changes));
}

awaitable<void> remove_task(by_id id, state<store> db)
{
    return db->remove_task(*id);
}

awaitable<json<summary>> summarise(state<store> db)
{
    co_return co_await db->summarise();
}

// What else can happen

awaitable<std::string_view> ready(state<store> db)
{
    co_await db->ping();
    co_return "ready\n";
}

problem explain(const refusal& refused)
{
    switch (refused.why()) {
    case reason::missing:
        return problem{status::not_found, refused.what()};
    case reason::unknown_project:
        return problem{status::unprocessable_content, refused.what()}.fault(
            {"/project", "unknown", refused.what()});
    default:
        return problem{status::conflict, refused.what()};
    }
}

problem apologise(const sqlite::error&)
{
    return problem{status::service_unavailable, "The database does not answer."};
}

} // namespace

frevo::app tracker::make_app(store& db)
{
    frevo::app app;
    app.share_mutable(std::ref(db));
    app.use(frevo::access_log()).use(frevo::request_id());
    app.on_error(explain).on_error(apologise);

    app.get("/healthz", [] { return "ok\n"; });
    app.get("/readyz", ready);
    app.get("/summary", summarise);

    auto projects = app.group("/projects");
    projects.get("/", list_projects);
    projects.post("/", add_project);
    projects.get("/{id}", get_project);
    projects.put("/{id}", replace_project);
    projects.patch("/{id}", change_project);
    projects.del("/{id}", remove_project);
    projects.get("/{id}/summary", summarise_project);

    auto tasks = app.group("/tasks");
    tasks.get("/", list_tasks);
    tasks.post("/", add_task);
    tasks.get("/{id}", get_task);
    tasks.put("/{id}", replace_task);
    tasks.patch("/{id}", change_task);
    tasks.del("/{id}", remove_task);
    return app;
}
