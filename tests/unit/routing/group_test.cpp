// SPDX-License-Identifier: BSL-1.0
#include "unit/routing/routed.hpp"

#include <frevo/routing/group.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace frevo;
using frevo::testing::routed;

namespace {

auto says(const char* text)
{
    return [text] { return text; };
}

struct refuse
{
    std::optional<response> before(request&) const { return response{status::forbidden}; }
};

} // namespace

TEST_CASE("every method has its verb")
{
    routed app;
    app.get("/m", says("get"));
    app.post("/m", says("post"));
    app.put("/m", says("put"));
    app.patch("/m", says("patch"));
    app.del("/m", says("delete"));
    app.head("/m", says("head"));
    app.options("/m", says("options"));
    app.route(method::get, "/other", says("other"));
    CHECK(app.text(method::get, "/m") == "200 get");
    CHECK(app.text(method::post, "/m") == "200 post");
    CHECK(app.text(method::put, "/m") == "200 put");
    CHECK(app.text(method::patch, "/m") == "200 patch");
    CHECK(app.text(method::delete_, "/m") == "200 delete");
    CHECK(app.text(method::head, "/m") == "200 head");
    CHECK(app.text(method::options, "/m") == "200 options");
    CHECK(app.text(method::get, "/other") == "200 other");
}

TEST_CASE("groups have the same verbs")
{
    routed app;
    auto group = app.group("/g");
    group.get("/m", says("get"));
    group.post("/m", says("post"));
    group.put("/m", says("put"));
    group.patch("/m", says("patch"));
    group.del("/m", says("delete"));
    group.head("/m", says("head"));
    group.options("/m", says("options"));
    group.route(method::get, "/other", says("other"));
    CHECK(app.text(method::get, "/g/m") == "200 get");
    CHECK(app.text(method::patch, "/g/m") == "200 patch");
    CHECK(app.text(method::options, "/g/m") == "200 options");
    CHECK(app.text(method::get, "/g/other") == "200 other");
}

TEST_CASE("handles can be kept, copied and used later")
{
    routed app;
    auto open = app.get("/open", says("open"));
    auto closed = app.get("/closed", says("closed"));
    for (int i = 0; i < 50; ++i)
        app.get(runtime_pattern("/n" + std::to_string(i)), says("n"));
    const auto copy = closed;
    auto again = copy;
    again.use(refuse{}).limit_body(1);
    CHECK(app.text(method::get, "/open") == "200 open");
    CHECK(app.answer(method::get, "/closed").status() == status::forbidden);
    static_cast<void>(open);
}

TEST_CASE("groups in groups join their prefixes and parameters")
{
    routed app;
    auto handler = [](path<"a"> a, path<"b"> b, path<"c"> c) {
        return std::string{*a} + std::string{*b} + std::string{*c};
    };
    app.group("/{a}").group("/x/{b}").get("/{c}", handler);
    CHECK(app.text(method::get, "/1/x/2/3") == "200 123");
}
