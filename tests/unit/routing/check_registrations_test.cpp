// SPDX-License-Identifier: BSL-1.0
#include "unit/routing/routed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace frevo;
using frevo::testing::routed;

namespace {

struct catalog
{
    int books = 0;
};

struct users
{};

struct account
{};

std::vector<std::string> findings_of(routed& app)
{
    try {
        app.freeze();
    } catch (const startup_error& error) {
        return error.findings();
    }
    return {};
}

std::string here(int line)
{
    return std::string{__FILE__} + ":" + std::to_string(line);
}

template <class T>
std::string name()
{
    return std::string{detail::type_name<T>()};
}

template <class T>
void share(routed& app, T object, detail::state_kind kind, int line)
{
    app.states.add(detail::provide_shared(std::move(object), kind, __FILE__, line));
}

auto nothing()
{
    return [] {};
}

} // namespace

template <>
struct frevo::extractor<account>
{
    static account from(request&, path<"account", int>, state<const users>) { return {}; }
};

TEST_CASE("two routes of the same method and shape are refused with both lines")
{
    routed app;
    app.get("/books/{id}", nothing());
    const int first = __LINE__ - 1;
    app.get("/books/{key}", nothing());
    const int second = __LINE__ - 1;
    const auto found = findings_of(app);
    REQUIRE(found.size() == 1);
    CHECK(
        found[0] == here(second) +
                        ": GET /books/{key} answers the same requests as GET /books/{id} at " +
                        here(first));
}

TEST_CASE("routes that do not collide are not refused")
{
    routed app;
    app.get("/blog/{year}/{month}/{slug}", nothing());
    app.get("/blog/{category}", nothing());
    app.post("/blog/{other_name}", nothing());
    app.get("/blog/{rest...}", nothing());
    app.get("/blog/news", nothing());
    app.post("/person/register", nothing());
    app.post("/person/{uid}/logout", nothing());
    CHECK(findings_of(app).empty());
}

TEST_CASE("a path argument that neither pattern nor prefix has is refused")
{
    routed app;
    auto group = app.group("/shelves/{shelf}");
    group.get("/{id}", [](path<"id", int>, path<"shelf">) {});
    group.get("/x/{id}", [](path<"number", int>) {});
    const int line = __LINE__ - 1;
    group.get("/y", [](account) {});
    const auto found = findings_of(app);
    REQUIRE(found.size() == 3);
    CHECK(
        found[0] ==
        here(line) + ": the handler of GET /shelves/{shelf}/x/{id} takes path<\"number\">, but the "
                     "pattern has no such parameter");
    CHECK(found[1].find("takes path<\"account\">") != std::string::npos); // of its extractor
    CHECK(found[2].find("state<const") != std::string::npos);
}

TEST_CASE("patterns made at run time are checked when the application starts")
{
    routed app;
    app.get(runtime_pattern("/a/{b"), nothing());
    const int line = __LINE__ - 1;
    app.get(runtime_pattern("/ok/{id}"), [](path<"id">) {});
    app.get(runtime_pattern("/ok/{id}/x"), [](path<"name">) {});
    auto group = app.group(runtime_pattern("/g/"));
    group.get("/x", nothing());
    auto twice = app.group("/t/{id}");
    twice.get("/{id}", nothing());
    const auto found = findings_of(app);
    REQUIRE(found.size() == 4);
    CHECK(
        found[0].find("the prefix \"/g/\": a group's prefix must not end with a slash") !=
        std::string::npos);
    CHECK(
        found[1] == here(line) + ": the pattern \"/a/{b\": a '{' must be closed by '}' in the same "
                                 "segment");
    CHECK(found[2].find("takes path<\"name\">") != std::string::npos);
    CHECK(
        found[3].find("the pattern \"/t/{id}/{id}\": a parameter's name must not be used twice") !=
        std::string::npos);
}

TEST_CASE("TRACE, CONNECT and unknown methods cannot be routed")
{
    routed app;
    app.route(method::trace, "/a", nothing());
    app.route(method::connect, "/b", nothing());
    app.route(method::unknown, "/c", nothing());
    const auto found = findings_of(app);
    REQUIRE(found.size() == 3);
    CHECK(
        found[0].find("the route \"/a\" has the method TRACE, which no route can answer") !=
        std::string::npos);
    CHECK(found[2].find("the method unknown") != std::string::npos);
}

TEST_CASE("an object that nobody provides is refused with the routes that need it")
{
    routed app;
    app.get("/books", [](state<catalog>) {});
    const int first = __LINE__ - 1;
    app.post("/books", [](state<catalog>, state<catalog>) {});
    const int second = __LINE__ - 1;
    app.get("/other/{account}", [](account) {});
    const auto found = findings_of(app);
    REQUIRE(found.size() == 2);
    CHECK(
        found[0] == here(first) + ": nothing provides state<" + name<catalog>() +
                        ">, which is needed by GET /books and POST /books (" + here(second) +
                        "); provide it with per_worker<" + name<catalog>() +
                        ">(...) or share_mutable(...)");
    CHECK(found[1].find("state<const " + name<users>() + ">") != std::string::npos);
    CHECK(
        found[1].find("share(...), share_mutable(...) or per_worker<...>(...)") !=
        std::string::npos);
}

TEST_CASE("asking to change an object that is only shared is refused with a hint")
{
    routed app;
    share(app, catalog{}, detail::state_kind::shared, 17);
    app.get("/read", [](state<const catalog>) {});
    app.get("/write", [](state<catalog>) {});
    const auto found = findings_of(app);
    REQUIRE(found.size() == 1);
    CHECK(
        found[0].find("which is needed by GET /write; share at " + here(17)) != std::string::npos);
    CHECK(found[0].find("take that, or use share_mutable") != std::string::npos);
}

TEST_CASE("an object that is provided twice is refused with both lines")
{
    routed app;
    share(app, catalog{}, detail::state_kind::shared, 17);
    share(app, std::make_shared<catalog>(), detail::state_kind::shared_mutable, 18);
    share(app, std::shared_ptr<users>{}, detail::state_kind::shared, 19);
    const auto found = findings_of(app);
    REQUIRE(found.size() == 2);
    CHECK(
        found[0] == here(18) + ": share_mutable provides the type " + name<catalog>() +
                        " a second time; the first is share at " + here(17));
    CHECK(found[1] == here(19) + ": the pointer given to share is null");
}

TEST_CASE("all findings are reported in one message")
{
    routed app;
    app.get("/a", nothing());
    app.get("/a", nothing());
    app.get("/b", [](state<catalog>) {});
    app.get(runtime_pattern("c"), nothing());
    const std::string text = app.refusal();
    CHECK(text.find("frevo cannot start this application:\n  ") == 0);
    CHECK(findings_of(app).size() == 3);
    CHECK(std::count(text.begin(), text.end(), '\n') == 3);
}
