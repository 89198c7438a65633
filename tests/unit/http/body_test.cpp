// SPDX-License-Identifier: BSL-1.0
#include <frevo/http/body.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

using frevo::body;

TEST_CASE("a body holds nothing, owned text, shared text, or text that lives on")
{
    const body nothing;
    CHECK(nothing.empty());
    CHECK(nothing.size() == 0);
    CHECK(nothing.view().empty());

    body owned{std::string{"owned"}};
    CHECK(owned.view() == "owned");
    CHECK(owned.size() == 5);
    REQUIRE(owned.owned_text());
    CHECK(*owned.owned_text() == "owned");
    CHECK(owned.shared_text() == nullptr);

    const auto text = std::make_shared<const std::string>("shared");
    body shared{text};
    CHECK(shared.view() == "shared");
    CHECK(shared.view().data() == text->data());
    CHECK(shared.owned_text() == nullptr);
    REQUIRE(shared.shared_text());
    CHECK(*shared.shared_text() == text);

    static constexpr std::string_view forever = "forever";
    body literal = body::literal(forever);
    CHECK(literal.view().data() == forever.data());
    CHECK(literal.owned_text() == nullptr);
    CHECK(literal.shared_text() == nullptr);
}

TEST_CASE("a body of no shared text is empty")
{
    const body shared{std::shared_ptr<const std::string>{}};
    CHECK(shared.empty());
    CHECK(shared.view().empty());
}

TEST_CASE("bodies are values")
{
    body first{std::string{"text"}};
    const body copy = first;
    *first.owned_text() = "changed";
    CHECK(copy.view() == "text");
    CHECK(first.view() == "changed");
    const body moved = std::move(first);
    CHECK(moved.view() == "changed");

    auto text = std::make_shared<const std::string>("shared");
    {
        const body one{text};
        const body two = one;
        CHECK(text.use_count() == 3);
    }
    CHECK(text.use_count() == 1);
}
