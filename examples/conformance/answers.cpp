// SPDX-License-Identifier: BSL-1.0
// Answers of every kind: text, JSON, any status, errors, late ones.
#include "routes.hpp"

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

struct greeting
{
    std::string message;
};
BOOST_DESCRIBE_STRUCT(greeting, (), (message))

/// The status codes that a handler may choose.
struct final_status
{
    frevo::status code;
};

/// How long GET /slow may take.
struct lateness
{
    std::chrono::milliseconds time{};
};

} // namespace

template <>
struct frevo::text_conversion<final_status>
{
    static constexpr std::string_view kind = "status code from 200 to 599";
    static std::optional<final_status> from(std::string_view text)
    {
        const std::optional<unsigned> number = from_text<unsigned>(text);
        if (!number || *number < 200 || *number > 599)
            return std::nullopt;
        return final_status{*make_status(*number)};
    }
};

template <>
struct frevo::text_conversion<lateness>
{
    static constexpr std::string_view kind = "number of milliseconds up to 10000";
    static std::optional<lateness> from(std::string_view text)
    {
        const std::optional<unsigned> number = from_text<unsigned>(text);
        if (!number || *number > 10'000)
            return std::nullopt;
        return lateness{std::chrono::milliseconds{*number}};
    }
};

namespace {

frevo::response show_status(frevo::path<"code", final_status> chosen)
{
    const frevo::status code = chosen->code;
    if (!frevo::allows_content(code))
        return code;
    return {code, "status " + std::to_string(frevo::to_int(code))};
}

frevo::awaitable<const char*> answer_late(frevo::query<"ms", lateness> chosen)
{
    co_await frevo::sleep_for(chosen->time);
    co_return "slow";
}

frevo::result<frevo::response> set_field(frevo::query<"value"> value)
{
    try {
        return frevo::response{frevo::status::ok}.header("X-Value", *value);
    } catch (const std::invalid_argument&) {
        return frevo::problem{frevo::status::bad_request, "No field can have this value."};
    }
}

std::string fail()
{
    throw std::runtime_error{"secret-detail"};
}

} // namespace

void conformance::add_answers(frevo::app& app)
{
    app.get("/plaintext", [] { return "Hello, World!"; });
    app.get("/json", [] { return frevo::json{greeting{"Hello, World!"}}; });
    app.get("/status/{code}", show_status);
    app.get("/slow", answer_late);
    app.get("/header", set_field);
    app.get("/error", fail);
}
