// SPDX-License-Identifier: BSL-1.0
// An application in a program with a locale of its own: the protocol does not follow it.
#include <frevo/core/date.hpp>
#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>
#include <frevo/testing/client.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <clocale>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

using frevo::status;
using frevo::testing::client;
using namespace std::string_view_literals;

namespace {

struct numbers
{
    int many = 0;
    double half = 0;
};
BOOST_DESCRIBE_STRUCT(numbers, (), (many, half))

/// 1.234.567,5
class german_numbers final : public std::numpunct<char>
{
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// A German program while it lives; of C's locale only if the system has one.
class german_program
{
public:
    german_program() : before_c_(std::setlocale(LC_ALL, nullptr))
    {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE"}) {
            try {
                before_ = std::locale::global(std::locale{std::locale{name}, new german_numbers});
                installed_ = std::setlocale(LC_ALL, name) != nullptr;
                return;
            } catch (const std::runtime_error&) {
                // The system has none of this name.
            }
        }
        before_ = std::locale::global(std::locale{std::locale::classic(), new german_numbers});
    }
    ~german_program()
    {
        std::locale::global(before_);
        std::setlocale(LC_ALL, before_c_.c_str());
    }
    german_program(const german_program&) = delete;
    german_program& operator=(const german_program&) = delete;

    /// Whether C's functions follow it, too.
    bool installed() const noexcept { return installed_; }

private:
    std::locale before_;
    std::string before_c_;
    bool installed_ = false;
};

bool is_http_date(std::string_view text)
{
    constexpr std::string_view days = "Mon Tue Wed Thu Fri Sat Sun";
    constexpr std::string_view months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    return text.size() == 29 && days.find(text.substr(0, 3)) % 4 == 0 &&
           text.substr(3, 2) == ", " && months.find(text.substr(8, 3)) % 4 == 0 &&
           text.ends_with(" GMT");
}

} // namespace

TEST_CASE("dates, lengths and numbers of answers do not follow the program's locale")
{
    const german_program german;
    std::ostringstream proof;
    proof << 1234567;
    REQUIRE(proof.str() == "1.234.567");
    if (!german.installed())
        MESSAGE("no German locale is installed: only C++'s streams are German here");
    else
        REQUIRE(std::localeconv()->decimal_point == ","sv);

    frevo::app app;
    app.get("/", [] { return std::string(1'234'567, 'x'); });
    app.get("/path/{d}", [](frevo::path<"d", double> d) {
        return frevo::json{numbers{1'234'567, *d}};
    });
    app.post("/json", [](frevo::json<numbers> body) { return body; });
    client c{std::move(app)};
    const auto large = c.get("/");
    CHECK(large.header("content-length") == "1234567");
    CHECK(is_http_date(large.header("date")));
    CHECK(c.get("/path/0.5").text() == R"({"many":1234567,"half":0.5})");
    CHECK(c.get("/path/0,5").status() == status::not_found);
    CHECK(
        c.post("/json", R"({"many":1234567,"half":-2.25e2})").text() ==
        R"({"many":1234567,"half":-225})");
    CHECK(c.post("/json", R"({"many":1,"half":0,5})").status() == status::bad_request);
}

TEST_CASE("dates are written and read in English in every month and day, whatever the locale")
{
    const german_program german;
    for (int day = 0; day < 366; ++day) {
        const frevo::http_time at{std::chrono::hours{24 * (20'000 + day)}};
        const std::string text = frevo::to_http_date(at);
        CAPTURE(text);
        CHECK(is_http_date(text));
        CHECK(frevo::parse_http_date(text) == at);
    }
    CHECK(frevo::parse_http_date("Sun, 01 Mar 2026 00:00:00 GMT"));
    CHECK_FALSE(frevo::parse_http_date("So, 01 M\xc3\xa4r 2026 00:00:00 GMT"));
}
