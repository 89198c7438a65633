// SPDX-License-Identifier: BSL-1.0
// Filters, orders and pages of the lists of the example rest_service.
#include "tracker.hpp"

#include <vector>

using namespace rest_service;

namespace {

using titles = std::vector<std::string>;

struct filled : service
{
    filled()
    {
        make("/projects", {{"name", "Garden"}});
        make("/projects", {{"name", "Roof"}});
        add(1, "beans", "started", "2026-05-03");
        add(1, "Apples", "open", nullptr);
        add(2, "tiles", "open", "2026-05-01");
        add(1, "carrots", "done", "2026-05-03");
        add(2, "100% wood", "open", nullptr);
    }

    void add(int project, const char* title, const char* state, document due)
    {
        make(
            "/tasks", {{"project", project},
                       {"title", title},
                       {"status", state},
                       {"due", due},
                       {"note", "note of " + std::string{title}}});
    }

    titles list(const std::string& target) { return titles_in(get(target)); }

    static titles titles_in(const document& page)
    {
        titles found;
        for (const document& each : page["items"])
            found.push_back(each["title"]);
        return found;
    }

    /// The titles of all pages, one after the other.
    titles walk(std::string target)
    {
        titles all;
        for (int pages = 0; pages < 20; ++pages) {
            const document page = get(target);
            const titles here = titles_in(page);
            all.insert(all.end(), here.begin(), here.end());
            if (page["next"].is_null())
                return all;
            target = page["next"];
        }
        FAIL("the pages have no end");
        return all;
    }
};

} // namespace

TEST_CASE_FIXTURE(filled, "tasks are filtered by project, status and text")
{
    CHECK(list("/tasks?project=2") == titles{"tiles", "100% wood"});
    CHECK(list("/tasks?status=open") == titles{"Apples", "tiles", "100% wood"});
    CHECK(list("/tasks?project=1&status=open") == titles{"Apples"});
    CHECK(list("/tasks?search=apple") == titles{"Apples"});
    CHECK(list("/tasks?search=NOTE%20OF%20B") == titles{"beans"});
    CHECK(list("/tasks?search=%25") == titles{"100% wood"});
    CHECK(list("/tasks?search=_") == titles{});
    CHECK(list("/tasks?project=99") == titles{});
}

TEST_CASE_FIXTURE(filled, "tasks are sorted either way")
{
    CHECK(list("/tasks") == titles{"beans", "Apples", "tiles", "carrots", "100% wood"});
    CHECK(
        list("/tasks?sort=-created") == titles{"100% wood", "carrots", "tiles", "Apples", "beans"});
    CHECK(list("/tasks?sort=title") == titles{"100% wood", "Apples", "beans", "carrots", "tiles"});
    CHECK(list("/tasks?sort=due") == titles{"tiles", "beans", "carrots", "Apples", "100% wood"});
    CHECK(list("/tasks?sort=-due") == titles{"100% wood", "Apples", "carrots", "beans", "tiles"});
}

TEST_CASE_FIXTURE(filled, "pages of any size and order hold every task once")
{
    for (const char* sort : {"created", "-created", "title", "-title", "due", "-due"}) {
        const std::string order = std::string{"/tasks?sort="} + sort;
        const titles whole = list(order);
        for (const char* limit : {"1", "2", "3", "5", "100"}) {
            CAPTURE(sort);
            CAPTURE(limit);
            CHECK(walk(order + "&limit=" + limit) == whole);
        }
    }
    CHECK(
        walk("/tasks?limit=1&project=1&search=note&sort=title") ==
        titles{"Apples", "beans", "carrots"});
}

TEST_CASE_FIXTURE(filled, "a page goes on where the last one ended, whatever changes meanwhile")
{
    const document first = get("/tasks?sort=title&limit=2");
    CHECK(titles_in(first) == titles{"100% wood", "Apples"});
    add(1, "1st", "open", nullptr);                     // before the page that follows
    add(1, "bark", "open", nullptr);                    // in it
    expect(status::no_content, client.del("/tasks/2")); // the last item of the page that was read
    CHECK(walk(first["next"]) == titles{"bark", "beans", "carrots", "tiles"});
}

TEST_CASE_FIXTURE(filled, "projects have filters, orders and pages, too")
{
    CHECK(get("/projects?search=gar")["items"].size() == 1);
    const document first = get("/projects?sort=-name&limit=1");
    CHECK(first["items"][0]["name"] == "Roof");
    const document second = get(first["next"]);
    CHECK(second["items"][0]["name"] == "Garden");
    CHECK(second["next"].is_null());
}

TEST_CASE_FIXTURE(filled, "parameters that cannot be read are refused")
{
    for (const char* query :
         {"limit=0", "limit=101", "limit=many", "limit=", "sort=size", "sort=--due",
          "sort=", "status=late", "project=x", "cursor=x", "cursor=e30", "search=%ff"}) {
        CAPTURE(query);
        problem(status::bad_request, client.get(std::string{"/tasks?"} + query));
    }
}

TEST_CASE_FIXTURE(filled, "a cursor counts only in the order it was made for")
{
    const std::string next = get("/tasks?limit=1")["next"];
    const std::string cursor = next.substr(next.find("cursor="));
    CHECK(
        problem(status::bad_request, client.get("/tasks?sort=due&" + cursor))["detail"] ==
        "The cursor belongs to another sort order.");
}

TEST_CASE_FIXTURE(filled, "no text of a client becomes SQL")
{
    CHECK(list("/tasks?search=';DROP%20TABLE%20tasks;--") == titles{});
    problem(status::bad_request, client.get("/tasks?sort=title;DROP%20TABLE%20tasks"));
    const document made = make("/tasks", {{"project", 1}, {"title", "'); DROP TABLE tasks; --"}});
    CHECK(made["title"] == "'); DROP TABLE tasks; --");
    CHECK(list("/tasks?search=drop%20table") == titles{"'); DROP TABLE tasks; --"});
    CHECK(list("/tasks").size() == 6);
}
