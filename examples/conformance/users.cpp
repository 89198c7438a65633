// SPDX-License-Identifier: BSL-1.0
// A user that is made from JSON, and one that is asked for by number.
#include "routes.hpp"

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

struct user_draft
{
    std::string name;
    std::int64_t age = 0;
};
BOOST_DESCRIBE_STRUCT(user_draft, (), (name, age))

struct user
{
    std::int64_t id = 0;
    std::string name;
    std::int64_t age = 0;
};
BOOST_DESCRIBE_STRUCT(user, (), (id, name, age))

struct user_reference
{
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(user_reference, (), (id))

/// The number of a user: digits only.
struct user_number
{
    std::int64_t value = 0;
};

} // namespace

template <>
struct frevo::text_conversion<user_number>
{
    static constexpr std::string_view kind = "number";
    static std::optional<user_number> from(std::string_view text)
    {
        const std::optional<std::int64_t> number = from_text<std::int64_t>(text);
        if (!number || text.front() == '-')
            return std::nullopt;
        return user_number{*number};
    }
};

namespace {

frevo::response add_user(frevo::json<user_draft> draft)
{
    user made{1, std::move(draft->name), draft->age};
    return frevo::response{frevo::status::created, frevo::json{std::move(made)}}.header(
        frevo::field::location, "/users/1");
}

frevo::json<user_reference> get_user(frevo::path<"id", user_number> id)
{
    return user_reference{id->value};
}

} // namespace

void conformance::add_users(frevo::app& app)
{
    app.post("/users", add_user);
    app.get("/users/{id}", get_user);
}
