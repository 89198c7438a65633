// SPDX-License-Identifier: BSL-1.0
// Projects and tasks: what clients send, what they get, and the rules for both.
#pragma once

#include <frevo/core/describe.hpp>
#include <frevo/core/patch.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tracker {

using row_id = std::int64_t;

/// What the store adds to everything it keeps. Times are RFC 3339 in UTC.
struct record
{
    row_id id = 0;
    std::string created;
    std::string updated;
};
BOOST_DESCRIBE_STRUCT(record, (), (id, created, updated))

/// A project as a client sends it.
struct project_draft
{
    std::string name;
    std::optional<std::string> description;
};
BOOST_DESCRIBE_STRUCT(project_draft, (), (name, description))

/// What a client wants changed; members that are absent stay as they are.
struct project_changes
{
    std::optional<std::string> name;
    frevo::nullable<std::string> description;
};
BOOST_DESCRIBE_STRUCT(project_changes, (), (name, description))

struct project : record, project_draft
{};
BOOST_DESCRIBE_STRUCT(project, (record, project_draft), ())

enum class task_status
{
    open,
    started,
    done
};
BOOST_DESCRIBE_ENUM(task_status, open, started, done)

/// A task as a client sends it.
struct task_draft
{
    row_id project = 0;
    std::string title;
    std::optional<std::string> note;
    task_status status = task_status::open;
    int priority = 3;
    std::optional<std::string> due;
};
BOOST_DESCRIBE_STRUCT(task_draft, (), (project, title, note, status, priority, due))

/// What a client wants changed; members that are absent stay as they are.
struct task_changes
{
    std::optional<row_id> project;
    std::optional<std::string> title;
    frevo::nullable<std::string> note;
    std::optional<task_status> status;
    std::optional<int> priority;
    frevo::nullable<std::string> due;
};
BOOST_DESCRIBE_STRUCT(task_changes, (), (project, title, note, status, priority, due))

struct task : record, task_draft
{};
BOOST_DESCRIBE_STRUCT(task, (record, task_draft), ())

/// How many tasks there are, by status.
struct summary
{
    std::int64_t total = 0;
    std::int64_t open = 0;
    std::int64_t started = 0;
    std::int64_t done = 0;
    std::int64_t overdue = 0;
};
BOOST_DESCRIBE_STRUCT(summary, (), (total, open, started, done, overdue))

/// Whether the text is a day of the calendar, such as "2026-02-28".
bool is_date(const std::string& text);

// The same rules hold for a draft and for changes to it; each names the members that it has.

inline constexpr auto name_rule = frevo::length(1, 80);
inline constexpr auto text_rule = frevo::max_length(2000);
inline constexpr auto title_rule = frevo::length(1, 200);
inline constexpr auto priority_rule = frevo::range(1, 5);
inline constexpr auto date_rule =
    frevo::satisfies(is_date, "date", "must be a date, such as 2026-02-28");

constexpr auto rules(project_draft*)
{
    using p = project_draft;
    return frevo::rules<p>(
        frevo::rule(&p::name, name_rule), frevo::rule(&p::description, text_rule));
}

constexpr auto rules(project_changes*)
{
    using p = project_changes;
    return frevo::rules<p>(
        frevo::unknown_members::refuse, frevo::rule(&p::name, name_rule),
        frevo::rule(&p::description, text_rule));
}

constexpr auto rules(task_draft*)
{
    using t = task_draft;
    return frevo::rules<t>(
        frevo::optional(&t::status, &t::priority), frevo::rule(&t::title, title_rule),
        frevo::rule(&t::note, text_rule), frevo::rule(&t::priority, priority_rule),
        frevo::rule(&t::due, date_rule));
}

constexpr auto rules(task_changes*)
{
    using t = task_changes;
    return frevo::rules<t>(
        frevo::unknown_members::refuse, frevo::rule(&t::title, title_rule),
        frevo::rule(&t::note, text_rule), frevo::rule(&t::priority, priority_rule),
        frevo::rule(&t::due, date_rule));
}

} // namespace tracker
