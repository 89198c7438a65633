// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"
#include "protocol/request_head.hpp"

#include <frevo/http/into_response.hpp>
#include <frevo/http/service.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

using namespace json_types;

namespace json_types {

using deep_list = std::vector<std::vector<std::vector<std::string>>>;

} // namespace json_types

template <>
inline constexpr frevo::json_limits
    frevo::json_limits_of<deep_list> = frevo::json_limits{}.depth(3);

namespace {

/// A request with a body, as the connection makes it.
class posted final : public frevo::detail::request_source
{
public:
    posted(std::string_view content_type, std::string body)
        : fields_("Content-Type" + std::string{content_type}), body_(std::move(body))
    {
        if (!content_type.empty())
            head_.fields.push_back(
                {0, 12, static_cast<std::uint32_t>(content_type.size()), 12,
                 frevo::field::content_type});
        frevo::detail::request_access::begin(
            request_, {&head_, fields_.data(), nullptr, this, nullptr, {}});
    }
    ~posted() override { frevo::detail::request_access::end(request_); }

    std::string_view peer() const noexcept override { return {}; }
    frevo::cancel_reason cancelled() const noexcept override { return frevo::cancel_reason::none; }
    std::optional<std::string_view> whole() const noexcept override { return body_; }
    frevo::awaitable<frevo::result<std::string_view>> wait() override
    {
        co_return std::string_view{body_};
    }

    template <class T>
    frevo::result<frevo::json<T>> extract()
    {
        return frevo::extractor<frevo::json<T>>::from(request_);
    }

private:
    std::string fields_;
    std::string body_;
    frevo::detail::request_head head_;
    frevo::request request_;
};

frevo::status status_of(std::string_view content_type)
{
    const auto got = posted{content_type, R"({"id":1})"}.extract<identified>();
    return got ? frevo::status::ok : got.error().code();
}

} // namespace

TEST_CASE("the content type must mean JSON")
{
    using frevo::status;
    CHECK(status_of("application/json") == status::ok);
    CHECK(status_of("APPLICATION/JSON; Charset=UTF-8") == status::ok);
    CHECK(status_of("application/vnd.api+json") == status::ok);
    CHECK(status_of("application/merge-patch+json;x=\"y\"") == status::ok);
    CHECK(status_of("text/plain") == status::unsupported_media_type);
    CHECK(status_of("application/jsonp") == status::unsupported_media_type);
    CHECK(status_of("json") == status::unsupported_media_type);
    CHECK(status_of("") == status::unsupported_media_type);
    const auto refused = posted{"text/plain", "{}"}.extract<identified>();
    REQUIRE(!refused);
    CHECK(refused.error().headers().get(frevo::field::accept) == "application/json");
}

TEST_CASE("the body becomes the argument")
{
    const auto got = posted{"application/json", R"({"id":12,"title":"t"})"}.extract<document>();
    REQUIRE(got);
    CHECK((*got)->id == 12);
    CHECK((**got).title == "t");
    static_assert(frevo::extractor<frevo::json<document>>::consumes_body);
}

TEST_CASE("text that is not JSON is refused with its place")
{
    CHECK(faults<document>("") == "400 The body is empty where JSON was expected.");
    CHECK(
        faults<document>("{\n  \"id\": 1,\n  \"é\": x\n}") ==
        "400 The text is not JSON: line 3, column 8.");
    CHECK(faults<document>("{\"id\":1") == "400 The text ends too early: line 1, column 8.");
    CHECK(
        faults<document>("{\"id\":1} {}") ==
        "400 Something follows the JSON value: line 1, column 10.");
    const auto got = frevo::read_json<document>("[\n1,]");
    REQUIRE(!got);
    REQUIRE(got.error().faults().size() == 1);
    CHECK(got.error().faults()[0].code() == "syntax");
    CHECK(got.error().faults()[0].detail() == "line 2, column 3");
}

TEST_CASE("broken text counts before broken content")
{
    CHECK(faults<document>(R"({"id":"x","title":1,})").starts_with("400 The text is not JSON"));
}

TEST_CASE("text that is not UTF-8 is refused as such")
{
    for (const std::string_view bad :
         {"\xFF", "\xC3(", "\xED\xA0\x80", "\xF0\x9F\x8E", "\xC0\x80"}) {
        const std::string text = "{\"title\":\"ab" + std::string{bad} + "\"}";
        CAPTURE(text);
        CHECK(faults<document>(text) == "400 The text is not valid UTF-8: line 1, column 13.");
    }
    CHECK(faults<std::string>(R"("\ud83c")").starts_with("400 The text is not JSON"));
}

TEST_CASE("a byte order mark is skipped")
{
    CHECK(read<identified>("\xEF\xBB\xBF{\"id\":1}").id == 1);
    CHECK(
        faults<identified>("\xEF\xBB\xBF{\"id\":x}") ==
        "400 The text is not JSON: line 1, column 8.");
}

TEST_CASE("a value becomes a response")
{
    const frevo::response got =
        frevo::into_response<frevo::json<identified>>::from(frevo::json{identified{3}});
    CHECK(got.status() == frevo::status::ok);
    CHECK(got.content_type() == "application/json");
    CHECK(got.body().view() == R"({"id":3})");

    const frevo::response created{frevo::status::created, frevo::json{identified{4}}};
    CHECK(created.status() == frevo::status::created);
    CHECK(created.body().view() == R"({"id":4})");
}

TEST_CASE("json is a pointer to its value")
{
    frevo::json value{document{{7}, "t", 1, true}};
    static_assert(std::is_same_v<decltype(value), frevo::json<document>>);
    value->title = "changed";
    const frevo::json copy = value;
    static_assert(std::is_same_v<decltype(copy), const frevo::json<document>>);
    CHECK(copy->title == "changed");
    CHECK((*copy).id == 7);
    const document moved = *std::move(value);
    CHECK(moved.title == "changed");
    frevo::json<int> made = 5;
    CHECK(*made == 5);
    CHECK(*frevo::json<int>{} == 0);
}

TEST_CASE("a type may have limits of its own")
{
    CHECK(faults<deep_list>("[[[[1]]]]").starts_with("400 Arrays"));
    CHECK(faults<std::vector<deep_list>>("[[[[1]]]]") == "/0/0/0/0 type\n");
}

TEST_CASE("json is safe to take and to return in a coroutine")
{
    const std::string long_text(100, 'x');
    std::string got;
    const auto change = [](frevo::json<tree> value) -> frevo::awaitable<frevo::json<tree>> {
        std::optional<tree> found = *std::move(value);
        found->children.pop_back();
        co_return frevo::json{*std::move(found)};
    };
    const auto make = [&](const std::string& text) -> frevo::awaitable<frevo::json<tree>> {
        tree value{text, {{text, {}}, {text, {}}, {text, {}}}};
        frevo::json wrapped{std::move(value)};
        co_return co_await change(std::move(wrapped));
    };
    const auto work = [&]() -> frevo::awaitable<void> {
        const frevo::json made = co_await make(long_text);
        got = frevo::write_json(*made);
    };
    boost::asio::io_context context;
    boost::asio::co_spawn(context, work(), boost::asio::detached);
    context.run();
    CHECK(read<tree>(got).children.at(1).name == long_text);
}
