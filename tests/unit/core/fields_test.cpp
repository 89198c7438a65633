// SPDX-License-Identifier: BSL-1.0
// Tests of the field lines of requests and responses.
#include <frevo/core/ascii.hpp>
#include <frevo/core/fields.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace frevo;

namespace {

// A request head and its offsets, as the parser makes them.
struct head
{
    void add(std::string_view name, std::string_view value)
    {
        detail::field_entry entry;
        entry.name_offset = static_cast<std::uint32_t>(text.size());
        entry.name_size = static_cast<std::uint16_t>(name.size());
        text.append(name).append(": ");
        entry.value_offset = static_cast<std::uint32_t>(text.size());
        entry.value_size = static_cast<std::uint32_t>(value.size());
        text.append(value).append("\r\n");
        entry.id = parse_field(name);
        entries.push_back(entry);
    }
    fields_view view() const { return {text.data(), entries}; }

    std::string text;
    std::vector<detail::field_entry> entries;
};

std::string joined(const fields& f)
{
    std::string out;
    f.for_each([&](std::string_view name, std::string_view value) {
        out.append(name).append("=").append(value).append(";");
    });
    return out;
}

} // namespace

TEST_CASE("the fields of a request are found by number and by text")
{
    head h;
    h.add("HOST", "example.org");
    h.add("X-Tenant", "blue");
    h.add("accept", "text/html");
    h.add("Accept", "application/json");
    h.add("x-empty", "");
    const fields_view view = h.view();
    CHECK(view.size() == 5);
    CHECK(view.get(field::host) == "example.org");
    CHECK(view.get("host") == "example.org");
    CHECK(view.get("x-tenant") == "blue");
    CHECK(view.get("X-TENANT") == "blue");
    CHECK(view.get("X-Empty") == "");
    CHECK_FALSE(view.get("x-tenants"));
    CHECK_FALSE(view.get(field::cookie));
    CHECK_FALSE(view.get(""));
    CHECK(view.get(field::accept) == "text/html");
    CHECK(view.count(field::accept) == 2);
    CHECK(view.count("ACCEPT") == 2);
    CHECK(view.count("x-tenant") == 1);
    CHECK(view.count("x-nothing") == 0);
}

TEST_CASE("asking for the unknown field finds nothing")
{
    head h;
    h.add("X-Tenant", "blue");
    CHECK_FALSE(h.view().get(field::unknown));
    CHECK(h.view().count(field::unknown) == 0);
}

TEST_CASE("the fields of a request come in order of arrival with their own spelling")
{
    head h;
    h.add("b", "1");
    h.add("Content-TYPE", "2");
    std::string seen;
    for (const field_line line : h.view())
        seen.append(line.name).append("=").append(line.value).append(";");
    CHECK(seen == "b=1;Content-TYPE=2;");
    CHECK((*++h.view().begin()).id == field::content_type);
    CHECK(fields_view{}.empty());
    CHECK(fields_view{}.begin() == fields_view{}.end());
}

TEST_CASE("response fields are kept as they will be sent")
{
    fields f;
    CHECK(f.empty());
    CHECK(f.text().empty());
    f.add(field::content_type, "text/plain");
    f.add("X-One", "");
    f.add("x-two", "a: b");
    CHECK(f.text() == "Content-Type: text/plain\r\nX-One: \r\nx-two: a: b\r\n");
    CHECK(f.size() == 3);
    CHECK(f.get("content-TYPE") == "text/plain");
    CHECK(f.get(field::content_type) == "text/plain");
    CHECK(f.get("x-one") == "");
    CHECK(f.get("X-Two") == "a: b");
    CHECK_FALSE(f.get("x-two: a"));
    CHECK_FALSE(f.get("x"));
    CHECK_FALSE(f.get("b"));
    CHECK_FALSE(f.get(""));
    CHECK_FALSE(f.get(field::unknown));
    CHECK(f.contains(field::content_type));
    CHECK_FALSE(f.contains("x-three"));
    CHECK(joined(f) == "Content-Type=text/plain;X-One=;x-two=a: b;");
}

TEST_CASE("what could break out of a field line is refused and changes nothing")
{
    fields f;
    f.add("a", "1");
    const std::string before{f.text()};
    for (const std::string_view value :
         {std::string_view{"x\r\nSet-Cookie: a=b"}, std::string_view{"x\n"}, std::string_view{"\r"},
          std::string_view{"a\0b", 3}, std::string_view{"\x7f"}, std::string_view{"\x1b[2J"},
          std::string_view{"nothing wrong for a while, then\x01"}}) {
        CAPTURE(value);
        CHECK_THROWS_AS(f.add(field::location, value), std::invalid_argument);
        CHECK_THROWS_AS(f.add("b", value), std::invalid_argument);
        CHECK_THROWS_AS(f.set("a", value), std::invalid_argument);
        CHECK_THROWS_AS(f.set(field::location, value), std::invalid_argument);
    }
    for (const std::string_view name :
         {std::string_view{}, std::string_view{"a b"}, std::string_view{"a:"},
          std::string_view{"a\r\nb"}, std::string_view{"a\0", 2}, std::string_view{"\xc3\xa4"}}) {
        CAPTURE(name);
        CHECK_THROWS_AS(f.add(name, "x"), std::invalid_argument);
        CHECK_THROWS_AS(f.set(name, "x"), std::invalid_argument);
    }
    CHECK_THROWS_AS(f.add(field::unknown, "x"), std::invalid_argument);
    CHECK_THROWS_AS(f.set(field::unknown, "x"), std::invalid_argument);
    CHECK(f.text() == before);
    f.add("tab", "a\tb");
    f.add("latin", "\xe4\xff");
    CHECK(f.size() == 3);
}

TEST_CASE("set leaves one line of the name")
{
    fields f;
    f.add("a", "1");
    f.add("b", "2");
    f.add("A", "3");
    f.add("c", "4");
    f.set("a", "new value");
    CHECK(joined(f) == "b=2;c=4;a=new value;");
    f.set(field::server, "frevo");
    CHECK(joined(f) == "b=2;c=4;a=new value;Server=frevo;");
    f.set(field::server, "");
    CHECK(joined(f) == "b=2;c=4;a=new value;Server=;");
}

TEST_CASE("erase removes all lines of the name and counts them")
{
    fields f;
    f.add("a", "1");
    f.add("b", "2");
    f.add("A", "3");
    CHECK(f.erase("c") == 0);
    CHECK(f.erase("") == 0);
    CHECK(f.erase("b: 2") == 0);
    CHECK(f.erase(field::unknown) == 0);
    CHECK(f.erase("a") == 2);
    CHECK(joined(f) == "b=2;");
    f.add(field::age, "1");
    CHECK(f.erase(field::age) == 1);
    CHECK(f.erase("B") == 1);
    CHECK(f.empty());
    CHECK(f.size() == 0);
}

TEST_CASE("names and values may be views of the same fields")
{
    fields f;
    f.add("First", "value of the first");
    std::string expected = "First: value of the first\r\n";
    // Past 256 and 512 bytes, so that the text moves to other memory under the views.
    for (int i = 0; i < 30; ++i) {
        f.add("First", *f.get("First"));
        expected += "First: value of the first\r\n";
        REQUIRE(f.text() == expected);
    }
    f.add("Second", "other");
    f.set("First", *f.get("Second"));
    CHECK(joined(f) == "Second=other;First=other;");
    f.set("Second", f.get("First")->substr(1));
    CHECK(joined(f) == "First=other;Second=ther;");
}

TEST_CASE("copies are independent and moves leave nothing behind")
{
    fields f;
    f.add("a", "1");
    fields copy{f};
    copy.add("b", "2");
    CHECK(joined(f) == "a=1;");
    CHECK(joined(copy) == "a=1;b=2;");
    fields assigned;
    assigned.add("old", "x");
    assigned = copy;
    CHECK(joined(assigned) == "a=1;b=2;");

    fields moved{std::move(copy)};
    CHECK(joined(moved) == "a=1;b=2;");
    CHECK(copy.empty());
    copy.add("again", "1");
    CHECK(joined(copy) == "again=1;");

    assigned = std::move(moved);
    CHECK(joined(assigned) == "a=1;b=2;");
    CHECK(moved.empty());

    fields& self = assigned;
    assigned = self;
    CHECK(joined(assigned) == "a=1;b=2;");
    assigned = std::move(self);
    CHECK(joined(assigned) == "a=1;b=2;");
    fields none;
    fields copy_of_none{none};
    CHECK(copy_of_none.empty());
    static_assert(std::is_nothrow_move_constructible_v<fields>);
}

TEST_CASE("clear keeps the memory")
{
    fields f;
    f.add("a", "1");
    const char* const data = f.text().data();
    f.clear();
    CHECK(f.empty());
    f.add("b", "2");
    CHECK(f.text().data() == data);
    CHECK(joined(f) == "b=2;");
}

TEST_CASE("a small set of fields gets the memory of an earlier one")
{
    const char* data = nullptr;
    {
        fields f;
        f.add("a", "1");
        data = f.text().data();
    }
    // Would get the memory if it had been freed.
    const auto taken = std::make_unique<char[]>(256);
    fields other;
    other.add("b", std::string(240, 'x'));
    CHECK(other.text().data() == data);
}

TEST_CASE("fields that outlive the thread's recycled memory are freed all the same")
{
    // Thread-local objects are destroyed in reverse order: `late` after the list of blocks, which
    // the first fields to be destroyed set up. A leak or a use after free shows under
    // AddressSanitizer.
    static std::string seen;
    struct keeper
    {
        ~keeper()
        {
            fields another;
            another.add("made", "late");
            seen = joined(kept) + joined(another);
        }
        fields kept;
    };
    std::thread{[] {
        static thread_local keeper late;
        late.kept.add("a", "1");
        std::vector<fields> many(400);
        for (fields& f : many)
            f.add("b", "2");
    }}.join();
    CHECK(seen == "a=1;made=late;");
}

TEST_CASE("random changes give what a list of pairs gives")
{
    std::mt19937 random{2};
    const std::string_view names[] = {"a", "B", "content-type", "x-a", "Content-Length", "ab"};
    using line = std::pair<std::string, std::string>;
    for (int round = 0; round < 300; ++round) {
        fields f;
        std::vector<line> model;
        const auto erase = [&](std::string_view name) {
            return std::erase_if(
                model, [&](const line& l) { return equals_ignore_case(l.first, name); });
        };
        for (int step = 0; step < 40; ++step) {
            const std::string_view name = names[random() % 6];
            const std::string value(random() % 60, static_cast<char>('a' + random() % 26));
            switch (random() % 3) {
            case 0:
                f.add(name, value);
                model.emplace_back(name, value);
                break;
            case 1:
                f.set(name, value);
                erase(name);
                model.emplace_back(name, value);
                break;
            default:
                REQUIRE(f.erase(name) == erase(name));
            }
            std::string expected;
            for (const line& l : model)
                expected += l.first + "=" + l.second + ";";
            REQUIRE(joined(f) == expected);
            REQUIRE(f.size() == model.size());
        }
    }
}
