// SPDX-License-Identifier: BSL-1.0
#include <frevo/routing/params.hpp>
#include <frevo/routing/route_pattern.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace frevo;

namespace {

using handler = void (*)(path<"id", int>, path<"rest">);

detail::pattern_source source_of(route_pattern<handler> pattern)
{
    return pattern.source();
}

} // namespace

TEST_CASE("a pattern remembers the line it was written in")
{
    const detail::pattern_source source = source_of("/a/{id}/{rest...}");
    CHECK(source.line == __LINE__ - 1);
    CHECK(std::string{source.file} == __FILE__);
    CHECK(source.text == "/a/{id}/{rest...}");
}

TEST_CASE("a pattern may come from a constant")
{
    static constexpr const char text[] = "/{rest}/{id}";
    static constexpr std::string_view view = "/{rest}/{id}/";
    CHECK(source_of(text).text == "/{rest}/{id}");
    CHECK(source_of(view).text == "/{rest}/{id}/");
}

TEST_CASE("a pattern made at run time is taken as it is")
{
    const runtime_pattern made{"/" + std::string{"{id"}};
    const detail::pattern_source source = source_of(made);
    CHECK(source.text == "/{id");
    CHECK(source.line == __LINE__ - 2);
}

TEST_CASE("group patterns and prefixes are checked for their syntax")
{
    const group_pattern<handler> pattern{"/"};
    CHECK(pattern.source().text == "/");
    const prefix_pattern prefix{"/a/{b}"};
    CHECK(prefix.source().line == __LINE__ - 1);
}
