// SPDX-License-Identifier: BSL-1.0
#include "routing/radix_tree.hpp"
#include "unit/routing/linear_match.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace frevo::detail;
using frevo::testing::linear_match;
using frevo::testing::linear_route;

namespace {

/// A tree whose leaves are told by their patterns.
struct test_tree
{
    radix_tree tree;
    std::vector<std::string> pattern_of_leaf;

    explicit test_tree(const std::vector<linear_route>& routes)
    {
        for (const linear_route& each : routes) {
            const std::uint32_t leaf = tree.insert(each.pattern);
            pattern_of_leaf.resize(tree.size());
            if (pattern_of_leaf[leaf].empty())
                pattern_of_leaf[leaf] = each.pattern;
            tree.add_method(leaf, each.methods);
        }
        tree.freeze();
    }

    explicit test_tree(std::initializer_list<const char*> patterns) : test_tree(with_bit(patterns))
    {}

    static std::vector<linear_route> with_bit(std::initializer_list<const char*> patterns)
    {
        std::vector<linear_route> routes;
        for (const char* each : patterns)
            routes.push_back({each, 1});
        return routes;
    }

    /// "pattern: first, second", or "nothing".
    std::string find(std::string_view path, method_set wanted = 1) const
    {
        radix_tree::params values;
        const bool escaped = path.find('%') != std::string_view::npos;
        const tree_match found = tree.match(path, escaped, wanted, values);
        if (found.leaf == tree_match::none)
            return "nothing";
        std::string text = pattern_of_leaf[found.leaf];
        for (std::size_t i = 0; i < found.param_count; ++i)
            text.append(i == 0 ? ": " : ", ").append(values[i]);
        return text;
    }
};

} // namespace

TEST_CASE("a literal beats a parameter, and a parameter beats a tail")
{
    const test_tree tree{"/a/b", "/a/{x}", "/a/{rest...}"};
    CHECK(tree.find("/a/b") == "/a/b");
    CHECK(tree.find("/a/c") == "/a/{x}: c");
    CHECK(tree.find("/a/c/d") == "/a/{rest...}: c/d");
    CHECK(tree.find("/a/") == "/a/{rest...}: ");
    CHECK(tree.find("/a") == "nothing");
}

TEST_CASE("the match goes back to the parameter when the literal branch dies out")
{
    const test_tree tree{
        "/blog/{year}/{month}/{slug}", "/blog/{category}", "/person/register",
        "/person/{uid}/logout"};
    CHECK(tree.find("/blog/news") == "/blog/{category}: news");
    CHECK(tree.find("/blog/2024/05/x") == "/blog/{year}/{month}/{slug}: 2024, 05, x");
    CHECK(tree.find("/person/register") == "/person/register");
    CHECK(tree.find("/person/7/logout") == "/person/{uid}/logout: 7");
    CHECK(tree.find("/person/register/logout") == "/person/{uid}/logout: register");
    CHECK(tree.find("/person/register/x") == "nothing");
}

TEST_CASE("the match goes back over several segments and forgets their parameters")
{
    const test_tree tree{"/{a}/x/{b}/end", "/{all...}", "/y/x/{c}/stop"};
    CHECK(tree.find("/y/x/1/stop") == "/y/x/{c}/stop: 1");
    CHECK(tree.find("/y/x/1/end") == "/{a}/x/{b}/end: y, 1");
    CHECK(tree.find("/y/x/1/other") == "/{all...}: y/x/1/other");
    CHECK(tree.find("/") == "/{all...}: ");
}

TEST_CASE("empty segments and the slash at the end count")
{
    const test_tree tree{"/", "/a", "/a/", "/b//c", "/p/{x}", "/p/{x}/"};
    CHECK(tree.find("/") == "/");
    CHECK(tree.find("/a") == "/a");
    CHECK(tree.find("/a/") == "/a/");
    CHECK(tree.find("/a//") == "nothing");
    CHECK(tree.find("//") == "nothing");
    CHECK(tree.find("/b//c") == "/b//c");
    CHECK(tree.find("/b/c") == "nothing");
    CHECK(tree.find("/p/") == "nothing");
    CHECK(tree.find("/p//") == "nothing");
    CHECK(tree.find("/p/1/") == "/p/{x}/: 1");
}

TEST_CASE("what is not a path matches nothing")
{
    const test_tree tree{"/", "/{x...}"};
    CHECK(tree.find("") == "nothing");
    CHECK(tree.find("*") == "nothing");
    CHECK(tree.find("a/b") == "nothing");
}

TEST_CASE("literals match their encoded form")
{
    const test_tree tree{"/é", "/a b/{x}", "/abc", "/{x}", "/q/{x}/end"};
    CHECK(tree.find("/%C3%A9") == "/é");
    CHECK(tree.find("/%c3%a9") == "/é");
    CHECK(tree.find("/é") == "/é");
    CHECK(tree.find("/a%20b/c%20d") == "/a b/{x}: c%20d");
    CHECK(tree.find("/%61bc") == "/abc");
    CHECK(tree.find("/%61bcd") == "/{x}: %61bcd");
}

TEST_CASE("an encoded slash never separates segments")
{
    const test_tree tree{"/a/b", "/{x}"};
    CHECK(tree.find("/a%2Fb") == "/{x}: a%2Fb");
    CHECK(tree.find("/a%2fb") == "/{x}: a%2fb");
    CHECK(tree.find("/a/%2F") == "nothing");
}

TEST_CASE("a route of another method does not hide one that is less specific")
{
    const test_tree tree{std::vector<linear_route>{{"/a/b", 2}, {"/a/{x}", 1}, {"/{y...}", 4}}};
    CHECK(tree.find("/a/b", 2) == "/a/b");
    CHECK(tree.find("/a/b", 1) == "/a/{x}: b");
    CHECK(tree.find("/a/b", 4) == "/{y...}: a/b");
    CHECK(tree.find("/a/b", 8) == "nothing");
    radix_tree::params values;
    const tree_match found = tree.tree.match("/a/b", false, 8, values);
    CHECK(found.methods == 7);
    CHECK(tree.pattern_of_leaf[found.nearest] == "/a/b");
}

TEST_CASE("patterns of one shape share a leaf whatever their parameters are called")
{
    radix_tree tree;
    CHECK(tree.insert("/a/{x}") == tree.insert("/a/{y}"));
    CHECK(tree.insert("/a/{x...}") == tree.insert("/a/{y...}"));
    CHECK(tree.insert("/a/{x}") != tree.insert("/a/{x...}"));
}

TEST_CASE("literals of all lengths are told apart")
{
    std::vector<linear_route> routes;
    for (std::size_t length = 0; length <= 40; ++length) {
        for (std::size_t at = 0; at < length; ++at) {
            std::string text(length, 'a');
            text[at] = 'b';
            routes.push_back({"/" + text, 1});
        }
        routes.push_back({"/" + std::string(length, 'a'), 1});
    }
    const test_tree tree{routes};
    for (const linear_route& each : routes)
        CHECK(tree.find(each.pattern) == each.pattern);
    CHECK(tree.find("/" + std::string(41, 'a')) == "nothing");
    CHECK(tree.find("/" + std::string(40, 'c')) == "nothing");
}

TEST_CASE("very long paths match in constant stack and find nothing")
{
    const test_tree tree{"/a/{x}", "/{x}/b", "/n/{rest...}"};
    for (const std::size_t size : {600u, 8000u, 65536u, 1000000u}) {
        const std::string run(size, 'a');
        CHECK(tree.find("/" + run) == "nothing");
        CHECK(tree.find("/a/" + run) == "/a/{x}: " + run);
        std::string slashes = "/n/";
        for (std::size_t i = 0; i < size; ++i)
            slashes += "a/";
        CHECK(tree.find(slashes).size() > size);
        CHECK(tree.find(slashes.substr(2)) == "nothing");
    }
}

TEST_CASE("choices at every level do not multiply the work")
{
    // Every node has both branches, and the path fails only at its end: 2^12 ways through the tree
    // would be needed if the match forgot where it has been; the tree has fewer nodes than that.
    std::vector<linear_route> routes;
    for (int depth = 1; depth <= 12; ++depth) {
        std::string literals;
        std::string params;
        for (int i = 0; i < depth; ++i) {
            literals += "/a";
            params += "/{p" + std::to_string(i) + "}";
        }
        routes.push_back({literals + "/end", 1});
        routes.push_back({params + "/end", 1});
    }
    const test_tree tree{routes};
    std::string path;
    for (int i = 0; i < 12; ++i)
        path += "/a";
    CHECK(tree.find(path + "/other") == "nothing");
    CHECK(tree.find(path + "/end") == path + "/end");
}

TEST_CASE("the tree agrees with the linear matcher on random routes and paths")
{
    std::mt19937 random{20260131};
    const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    const std::vector<std::string> literals{"a",  "b", "é", "", "abc", "long-literal-segment-x",
                                            "a b"};
    const std::vector<std::string> texts{
        "a",
        "b",
        "%C3%A9",
        "é",
        "",
        "abc",
        "a%20b",
        "%61",
        "a%2Fb",
        "zzz",
        "%62",
        "%",
        "long-literal-segment-x",
        "long-literal-segment-y"};
    for (int round = 0; round < 300; ++round) {
        std::vector<linear_route> routes;
        std::map<std::string, bool> shapes;
        const std::size_t count = 1 + pick(25);
        while (routes.size() < count) {
            std::string pattern;
            std::string shape;
            const std::size_t depth = 1 + pick(4);
            for (std::size_t i = 0; i < depth; ++i) {
                const std::size_t kind = pick(10);
                const std::string name = "p" + std::to_string(i);
                if (kind < 6) {
                    const std::string& literal = literals[pick(literals.size())];
                    pattern += "/" + literal;
                    shape += "/" + literal;
                } else if (kind < 9 || i + 1 < depth) {
                    pattern += "/{" + name + "}";
                    shape += "/{}";
                } else {
                    pattern += "/{" + name + "...}";
                    shape += "/{...}";
                }
            }
            REQUIRE(check_pattern(pattern) == pattern_fault::none);
            if (!shapes.try_emplace(shape, true).second) {
                if (pick(20) == 0)
                    break;
                continue;
            }
            routes.push_back({pattern, static_cast<method_set>(1 + pick(7))});
        }
        const test_tree tree{routes};
        for (int i = 0; i < 100; ++i) {
            std::string path;
            const std::size_t depth = 1 + pick(5);
            for (std::size_t j = 0; j < depth; ++j)
                path += "/" + texts[pick(texts.size())];
            const auto wanted = static_cast<method_set>(pick(8));
            CAPTURE(path);
            CAPTURE(wanted);
            const auto expected = linear_match(routes, path, wanted);
            radix_tree::params values;
            const bool escaped = path.find('%') != std::string_view::npos;
            const tree_match found = tree.tree.match(path, escaped, wanted, values);
            REQUIRE((found.leaf != tree_match::none) == expected.route.has_value());
            if (!expected.route) {
                REQUIRE(found.methods == expected.methods);
                continue;
            }
            REQUIRE(tree.pattern_of_leaf[found.leaf] == routes[*expected.route].pattern);
            REQUIRE(found.param_count == expected.params.size());
            for (std::size_t j = 0; j < found.param_count; ++j)
                REQUIRE(values[j] == expected.params[j]);
        }
    }
}
