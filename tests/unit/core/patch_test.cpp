// SPDX-License-Identifier: BSL-1.0
#include <frevo/core/patch.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace patched {

struct place
{
    std::string street;
    int number = 0;
};
BOOST_DESCRIBE_STRUCT(place, (), (street, number))

struct person
{
    int id = 0;
    std::string name;
    std::optional<std::string> mail;
    place home;
    std::vector<int> marks;
};
BOOST_DESCRIBE_STRUCT(person, (), (id, name, mail, home, marks))

struct place_changes
{
    std::optional<int> number;
};
BOOST_DESCRIBE_STRUCT(place_changes, (), (number))

struct person_changes
{
    std::optional<std::string> name;
    frevo::nullable<std::string> mail;
    std::optional<place_changes> home;
    std::optional<std::vector<int>> marks;
};
BOOST_DESCRIBE_STRUCT(person_changes, (), (name, mail, home, marks))

struct whole_home
{
    std::optional<place> home;
    std::optional<std::string> mail;
};
BOOST_DESCRIBE_STRUCT(whole_home, (), (home, mail))

} // namespace patched

using namespace patched;

TEST_CASE("what is not set stays as it was")
{
    person value{1, "Ann", "a@b", {"High St", 2}, {1}};
    CHECK_FALSE(frevo::patch(value, person_changes{}));
    CHECK(value.name == "Ann");
    CHECK(value.mail == "a@b");
}

TEST_CASE("what is set is assigned")
{
    person value{1, "Ann", "a@b", {"High St", 2}, {1}};
    person_changes change;
    change.name = "Bea";
    change.marks = std::vector<int>{};
    CHECK(frevo::patch(value, change));
    CHECK(value.name == "Bea");
    CHECK(value.marks.empty());
    CHECK(value.id == 1);
}

TEST_CASE("a nullable member empties an optional one")
{
    person value{1, "Ann", "a@b", {}, {}};
    person_changes change;
    change.mail = std::optional<std::string>{};
    CHECK(frevo::patch(value, change));
    CHECK(value.mail == std::nullopt);
    change.mail = "c@d";
    CHECK(frevo::patch(value, change));
    CHECK(value.mail == "c@d");
}

TEST_CASE("a nested struct of changes is applied member by member")
{
    person value{1, "Ann", {}, {"High St", 2}, {}};
    person_changes change;
    change.home = place_changes{};
    CHECK_FALSE(frevo::patch(value, change));
    change.home->number = 5;
    CHECK(frevo::patch(value, change));
    CHECK(value.home.street == "High St");
    CHECK(value.home.number == 5);
}

TEST_CASE("a nested struct of the target's own type replaces it")
{
    person value{1, "Ann", {}, {"High St", 2}, {}};
    whole_home change;
    change.home = place{"Low St", 0};
    change.mail = "x";
    CHECK(frevo::patch(value, change));
    CHECK(value.home.street == "Low St");
    CHECK(value.mail == "x");
}
