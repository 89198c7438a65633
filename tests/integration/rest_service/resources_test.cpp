// SPDX-License-Identifier: BSL-1.0
// Every operation of the example rest_service, and what it refuses.
#include "tracker.hpp"

#include <set>

using namespace rest_service;

namespace {

std::set<std::string> pointers(const document& problem)
{
    std::set<std::string> found;
    for (const document& fault : problem["errors"])
        found.insert(fault["pointer"].get<std::string>());
    return found;
}

} // namespace

TEST_CASE_FIXTURE(service, "an empty service has empty lists")
{
    CHECK(client.get("/tasks").text() == R"({"items":[],"next":null})");
    CHECK(client.get("/projects").text() == R"({"items":[],"next":null})");
    CHECK(get("/summary")["total"] == 0);
}

TEST_CASE_FIXTURE(service, "what is created can be read where Location says")
{
    const reply made = client.post("/projects", R"({"name":"Garden"})");
    const document project = expect(status::created, made);
    CHECK(made.header("location") == "/projects/1");
    CHECK(project["description"] == nullptr);
    CHECK(get("/projects/1") == project);

    const reply added = client.post("/tasks", R"({"project":1,"title":"Buy seeds"})");
    const document task = expect(status::created, added);
    CHECK(task["status"] == "open");
    CHECK(task["priority"] == 3);
    CHECK(task["due"] == nullptr);
    CHECK(task["created"] == task["updated"]);
    CHECK(get(std::string{added.header("location")}) == task);
    CHECK(get("/tasks")["items"] == document::array({task}));
}

TEST_CASE_FIXTURE(service, "PUT replaces all of a task, PATCH what it names")
{
    make("/projects", {{"name", "Garden"}});
    make("/tasks", {{"project", 1}, {"title", "Dig"}, {"note", "deep"}, {"due", "2026-05-01"}});

    const document patched =
        expect(status::ok, client.patch("/tasks/1", R"({"status":"done","due":null})"));
    CHECK(patched["status"] == "done");
    CHECK(patched["due"] == nullptr);
    CHECK(patched["note"] == "deep");
    CHECK(patched["title"] == "Dig");

    const document replaced =
        expect(status::ok, client.put("/tasks/1", R"({"project":1,"title":"Sow"})"));
    CHECK(replaced["title"] == "Sow");
    CHECK(replaced["note"] == nullptr);
    CHECK(replaced["status"] == "open");
    CHECK(replaced["created"] == patched["created"]);
    CHECK(get("/tasks/1") == replaced);
}

TEST_CASE_FIXTURE(service, "projects are replaced and patched, too")
{
    make("/projects", {{"name", "Garden"}, {"description", "behind the house"}});
    const document patched = expect(status::ok, client.patch("/projects/1", R"({"name":"Yard"})"));
    CHECK(patched["name"] == "Yard");
    CHECK(patched["description"] == "behind the house");
    const document replaced = expect(status::ok, client.put("/projects/1", R"({"name":"Roof"})"));
    CHECK(replaced["description"] == nullptr);
    CHECK(get("/projects/1") == replaced);
}

TEST_CASE_FIXTURE(service, "what is deleted is gone, and its id is not used again")
{
    make("/projects", {{"name", "Garden"}});
    make("/tasks", {{"project", 1}, {"title", "Dig"}});
    expect(status::no_content, client.del("/tasks/1"));
    problem(status::not_found, client.get("/tasks/1"));
    problem(status::not_found, client.del("/tasks/1"));
    problem(status::not_found, client.put("/tasks/1", R"({"project":1,"title":"Sow"})"));
    problem(status::not_found, client.patch("/tasks/1", R"({"title":"Sow"})"));
    CHECK(make("/tasks", {{"project", 1}, {"title", "Sow"}})["id"] == 2);
}

TEST_CASE_FIXTURE(service, "a project with tasks is not deleted")
{
    make("/projects", {{"name", "Garden"}});
    make("/tasks", {{"project", 1}, {"title", "Dig"}});
    CHECK(
        problem(status::conflict, client.del("/projects/1"))["detail"] ==
        "The project still has tasks; remove them or move them first.");
    expect(status::no_content, client.del("/tasks/1"));
    expect(status::no_content, client.del("/projects/1"));
    problem(status::not_found, client.get("/projects/1/summary"));
}

TEST_CASE_FIXTURE(service, "a task belongs to a project that exists")
{
    make("/projects", {{"name", "Garden"}});
    make("/tasks", {{"project", 1}, {"title", "Dig"}});
    const char* elsewhere = R"({"project":9,"title":"Dig"})";
    for (const reply& got :
         {client.post("/tasks", elsewhere), client.put("/tasks/1", elsewhere),
          client.patch("/tasks/1", R"({"project":9})")}) {
        const document said = problem(status::unprocessable_content, got);
        CHECK(pointers(said) == std::set<std::string>{"/project"});
    }
    CHECK(get("/tasks/1")["project"] == 1);
    CHECK(get("/summary")["total"] == 1);
}

TEST_CASE_FIXTURE(service, "two projects cannot have one name")
{
    make("/projects", {{"name", "Garden"}});
    make("/projects", {{"name", "Roof"}});
    problem(status::conflict, client.post("/projects", R"({"name":"Garden"})"));
    problem(status::conflict, client.patch("/projects/2", R"({"name":"Garden"})"));
    CHECK(get("/projects/2")["name"] == "Roof");
}

TEST_CASE_FIXTURE(service, "all faults of a body are answered at once")
{
    const document said = problem(
        status::unprocessable_content,
        client.post(
            "/tasks",
            R"({"project":"one","title":"","status":"later","priority":9,"due":"soon"})"));
    CHECK(
        pointers(said) ==
        std::set<std::string>{"/project", "/title", "/status", "/priority", "/due"});
    CHECK(
        pointers(problem(status::unprocessable_content, client.post("/tasks", "{}"))) ==
        std::set<std::string>{"/project", "/title"});
    CHECK(
        pointers(problem(
            status::unprocessable_content,
            client.patch("/tasks/1", R"({"titel":"x","due":"2026-02-30"})"))) ==
        std::set<std::string>{"/titel", "/due"});
}

TEST_CASE_FIXTURE(service, "other wrong requests have their own status")
{
    problem(status::bad_request, client.post("/tasks", R"({"title":)"));
    problem(status::unsupported_media_type, client.post("/tasks", "{}", "text/plain"));
    problem(status::not_found, client.get("/nothing"));
    problem(status::not_found, client.get("/tasks/first"));
    const reply wrong = client.del("/tasks");
    problem(status::method_not_allowed, wrong);
    CHECK(wrong.header("allow") == "GET, HEAD, POST, OPTIONS");
}

TEST_CASE_FIXTURE(service, "a summary counts by status and by day")
{
    make("/projects", {{"name", "Garden"}});
    make("/projects", {{"name", "Roof"}});
    make("/tasks", {{"project", 1}, {"title", "a"}, {"due", "2001-01-01"}});
    make("/tasks", {{"project", 1}, {"title", "b"}, {"status", "done"}, {"due", "2001-01-01"}});
    make("/tasks", {{"project", 2}, {"title", "c"}, {"status", "started"}});
    CHECK(
        get("/projects/1/summary") ==
        document{{"total", 2}, {"open", 1}, {"started", 0}, {"done", 1}, {"overdue", 1}});
    CHECK(
        get("/summary") ==
        document{{"total", 3}, {"open", 1}, {"started", 1}, {"done", 1}, {"overdue", 1}});
}

TEST_CASE_FIXTURE(service, "probes answer")
{
    CHECK(client.get("/healthz").text() == "ok\n");
    CHECK(client.get("/readyz").text() == "ready\n");
}

TEST_CASE_FIXTURE(service, "answers have a request id")
{
    CHECK(client.get("/healthz").header("x-request-id").size() == 32);
}

TEST_CASE("a store that is opened again has its data")
{
    const temporary_folder folder;
    const quiet_log quiet;
    {
        tracker::store store{folder.file("tracker.db")};
        frevo::testing::client client{tracker::make_app(store)};
        REQUIRE(client.post("/projects", R"({"name":"Garden"})").status() == status::created);
    }
    tracker::store store{folder.file("tracker.db")};
    frevo::testing::client client{tracker::make_app(store)};
    CHECK(document::parse(client.get("/projects/1").text())["name"] == "Garden");
}

TEST_CASE("a database of a newer version is left alone")
{
    const temporary_folder folder;
    {
        tracker::sqlite::connection db{folder.file("tracker.db")};
        db.run("PRAGMA user_version = 1000");
    }
    CHECK_THROWS_AS(tracker::store{folder.file("tracker.db")}, tracker::sqlite::error);
}
