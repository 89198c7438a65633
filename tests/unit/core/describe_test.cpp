// SPDX-License-Identifier: BSL-1.0
#include <frevo/core/describe.hpp>

#include <doctest/doctest.h>

#include <string>

namespace described {

enum class size
{
    small,
    large
};
BOOST_DESCRIBE_ENUM(size, small, large)

struct base
{
    int id = 0;
};
BOOST_DESCRIBE_STRUCT(base, (), (id))
constexpr auto rules(base*)
{
    return frevo::rules<base>(frevo::rule(&base::id, frevo::at_least(1)));
}

struct inheriting : base
{
    std::string name;
};
BOOST_DESCRIBE_STRUCT(inheriting, (base), (name))

struct ruled : base
{
    std::string title;
    std::optional<std::string> note;
    size fits = size::small;
    std::vector<ruled> parts;
};
BOOST_DESCRIBE_STRUCT(ruled, (base), (title, note, fits, parts))
constexpr auto rules(ruled*)
{
    return frevo::rules<ruled>(
        frevo::rule(&ruled::title, frevo::length(1, 9), frevo::named("name")),
        frevo::rule(&ruled::title, frevo::one_of("a")), frevo::rule(&ruled::id, frevo::at_most(7)),
        frevo::optional(&ruled::fits, &ruled::id), frevo::required(&ruled::note),
        frevo::unknown_members::refuse);
}

struct relaxed
{
    int a = 0;
    int b = 0;

    friend constexpr auto rules(relaxed*)
    {
        return frevo::rules<relaxed>(frevo::required(&relaxed::b), frevo::all_optional);
    }
};
BOOST_DESCRIBE_STRUCT(relaxed, (), (a, b))

struct empty
{};
BOOST_DESCRIBE_STRUCT(empty, (), ())

} // namespace described

using namespace frevo::detail;

TEST_CASE("the table of a struct lists names, places and kinds")
{
    const object_shape& table = shape_of<described::ruled>();
    REQUIRE(table.members.size() == 5);
    CHECK(table.members[0].name == "id");
    CHECK(table.members[1].name == "name");
    CHECK(table.members[1].prefix == ",\"name\":");
    CHECK(table.members[1].type->kind == shape_kind::text);
    CHECK(table.members[2].type->kind == shape_kind::optional);
    CHECK(table.members[3].type->kind == shape_kind::enumeration);
    REQUIRE(table.members[4].type->kind == shape_kind::sequence);
    CHECK(static_cast<const sequence_shape*>(table.members[4].type)->element == &table);

    described::ruled value;
    CHECK(table.members[1].at(&value) == &value.title);
    CHECK(table.members[0].at(&value) == &value.id);
}

TEST_CASE("members are required unless they are optional or the rules say so")
{
    CHECK(shape_of<described::ruled>().required == 0b10110);
    CHECK(shape_of<described::relaxed>().required == 0b10);
    CHECK(shape_of<described::base>().required == 0b1);
    CHECK(shape_of<described::empty>().members.empty());
}

TEST_CASE("the rules of a member are joined in their order")
{
    const object_shape& table = shape_of<described::ruled>();
    CHECK(table.constrained == 0b11);
    REQUIRE(table.members[1].constraints.size() == 2);
    CHECK(table.members[1].constraints[0].kind == constraint_kind::length);
    CHECK(table.members[1].constraints[1].kind == constraint_kind::choice);
    CHECK(table.refuse_unknown);
    CHECK(!shape_of<described::relaxed>().refuse_unknown);
}

TEST_CASE("a struct without rules of its own has those of its base")
{
    const object_shape& table = shape_of<described::inheriting>();
    CHECK(table.constrained == 0b1);
    CHECK(table.required == 0b11);
}

TEST_CASE("names are told apart by their first bytes and their length")
{
    CHECK(name_head("") == 0);
    CHECK(name_head("a") == 'a');
    CHECK(name_head("abcdefgh") == name_head("abcdefghi"));
    CHECK(name_head("abcdefg") != name_head("abcdefgh"));
    for (const member_shape& each : shape_of<described::ruled>().members)
        CHECK(each.head == name_head(each.name));
}

TEST_CASE("enumerators are listed by name")
{
    const enum_shape& table = shape_of<described::size>();
    REQUIRE(table.names.size() == 2);
    CHECK(table.names[1].name == "large");
    CHECK(table.names[1].value == 1);
}
