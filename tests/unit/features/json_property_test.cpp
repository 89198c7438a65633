// SPDX-License-Identifier: BSL-1.0
#include "json_types.hpp"

#include <frevo/features/json_dynamic.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

using namespace json_types;

namespace {

using generator = std::mt19937_64;

std::uint64_t below(generator& random, std::uint64_t bound)
{
    return random() % bound;
}

/// Texts with everything that can go wrong in them.
std::string random_text(generator& random)
{
    static constexpr std::string_view pieces[] = {
        "a",    "Z", " ",  "\"", "\\",           "/",        "~", "\n", "\t", "\x01", "\x1f",
        "\x7f", "é", "中", "🎷",  "\xEF\xBF\xBF", "abcdefgh", "{", "]",  ",",  ":"};
    std::string text;
    for (std::uint64_t left = below(random, 12); left > 0; --left)
        text += pieces[below(random, std::size(pieces))];
    return text;
}

double random_double(generator& random)
{
    for (;;) {
        double value = 0;
        switch (below(random, 4)) {
        case 0:
            value = std::bit_cast<double>(random());
            break;
        case 1:
            value = static_cast<double>(static_cast<std::int64_t>(random())) / 1000;
            break;
        case 2:
            value = static_cast<double>(below(random, 2'000'000)) / 100 - 5000;
            break;
        default:
            value = std::ldexp(
                static_cast<double>(random()), static_cast<int>(below(random, 100)) - 90);
        }
        if (std::isfinite(value))
            return value;
    }
}

nlohmann::json random_document(generator& random, int depth)
{
    switch (below(random, depth > 0 ? 9 : 7)) {
    case 0:
        return nullptr;
    case 1:
        return below(random, 2) == 0;
    case 2:
        return random();
    case 3:
        return -static_cast<std::int64_t>(random() >> 1);
    case 4:
        return random_double(random);
    case 5:
        return below(random, 100);
    case 6:
        return random_text(random);
    case 7: {
        auto list = nlohmann::json::array();
        for (std::uint64_t left = below(random, 5); left > 0; --left)
            list.push_back(random_document(random, depth - 1));
        return list;
    }
    default: {
        auto object = nlohmann::json::object();
        for (std::uint64_t left = below(random, 5); left > 0; --left)
            object[random_text(random)] = random_document(random, depth - 1);
        return object;
    }
    }
}

order random_order(generator& random)
{
    order made;
    made.id = static_cast<std::int64_t>(random());
    made.customer = random_text(random);
    if (below(random, 2) == 0)
        made.note = random_text(random);
    made.paint = below(random, 2) == 0 ? colour::green : colour::blue;
    for (std::uint64_t left = below(random, 5); left > 0; --left) {
        item each;
        each.name = random_text(random);
        each.quantity = static_cast<int>(random());
        each.price = random_double(random);
        for (std::uint64_t tags = below(random, 6); tags > 0; --tags)
            each.tags.push_back(random_text(random));
        made.items.push_back(std::move(each));
    }
    for (std::uint64_t left = below(random, 5); left > 0; --left)
        made.counts[random_text(random)] = static_cast<int>(random());
    return made;
}

/// The same by hand, for nlohmann_json.
nlohmann::json by_hand(const order& value)
{
    nlohmann::json items = nlohmann::json::array();
    for (const item& each : value.items)
        items.push_back(
            {{"name", each.name},
             {"quantity", each.quantity},
             {"price", each.price},
             {"tags", each.tags}});
    nlohmann::json made{
        {"id", value.id},
        {"customer", value.customer},
        {"note", nullptr},
        {"paint", value.paint == colour::green ? "green" : "blue"},
        {"items", std::move(items)},
        {"counts", value.counts}};
    if (value.note)
        made["note"] = *value.note;
    return made;
}

} // namespace

TEST_CASE("random doubles are written and read back to the last bit")
{
    generator random{1};
    for (int i = 0; i < 100'000; ++i) {
        const double value = random_double(random);
        const std::string text = frevo::write_json(value);
        CAPTURE(text);
        REQUIRE(
            std::bit_cast<std::uint64_t>(read<double>(text)) ==
            std::bit_cast<std::uint64_t>(value));
        REQUIRE(std::strtod(text.c_str(), nullptr) == value);

        const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(narrow)) {
            const std::string short_text = frevo::write_json(narrow);
            REQUIRE(
                std::bit_cast<std::uint32_t>(read<float>(short_text)) ==
                std::bit_cast<std::uint32_t>(narrow));
        }
    }
}

TEST_CASE("random decimal texts are read as strtod reads them")
{
    generator random{2};
    for (int i = 0; i < 100'000; ++i) {
        std::string text = below(random, 2) == 0 ? "-" : "";
        text += std::to_string(random() >> below(random, 64));
        if (below(random, 2) == 0) {
            text += '.';
            for (std::uint64_t left = 1 + below(random, 25); left > 0; --left)
                text += static_cast<char>('0' + below(random, 10));
        }
        if (below(random, 2) == 0)
            text += "e" + std::to_string(static_cast<int>(below(random, 640)) - 330);
        CAPTURE(text);
        const double expected = std::strtod(text.c_str(), nullptr);
        if (std::isinf(expected))
            REQUIRE(faults<double>(text) == " range\n");
        else
            REQUIRE(
                std::bit_cast<std::uint64_t>(read<double>(text)) ==
                std::bit_cast<std::uint64_t>(expected));
    }
}

TEST_CASE("random documents are what nlohmann_json makes of them")
{
    generator random{3};
    for (int i = 0; i < 3'000; ++i) {
        const nlohmann::json value = random_document(random, 4);
        const std::string text = value.dump();
        CAPTURE(text);
        REQUIRE(read<nlohmann::json>(text) == value);
        REQUIRE(frevo::write_json(value) == text);
        REQUIRE(read<nlohmann::json>(value.dump(2, '\t', true)) == value);
    }
}

TEST_CASE("random structs are written as nlohmann_json understands, and read as it writes")
{
    generator random{4};
    for (int i = 0; i < 3'000; ++i) {
        const order value = random_order(random);
        const std::string text = frevo::write_json(value);
        CAPTURE(text);
        const nlohmann::json same = by_hand(value);
        REQUIRE(nlohmann::json::parse(text) == same);
        REQUIRE(frevo::write_json(read<order>(same.dump())) == text);
        REQUIRE(frevo::write_json(read<order>(text)) == text);
    }
}

TEST_CASE("damaged texts are accepted and refused as nlohmann_json does")
{
    generator random{5};
    int good = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = random_document(random, 3).dump();
        for (std::uint64_t left = 1 + below(random, 3); left > 0 && !text.empty(); --left) {
            const std::size_t at = below(random, text.size());
            switch (below(random, 4)) {
            case 0:
                text.erase(at, 1);
                break;
            case 1:
                text.insert(at, 1, text[below(random, text.size())]);
                break;
            case 2:
                // Not zero: nlohmann_json takes that for the end.
                text[at] = static_cast<char>(1 + below(random, 255));
                break;
            default:
                text[at] = "[]{}:,\"\\0 -.eE"[below(random, 14)];
            }
        }
        CAPTURE(text);
        const bool accepted = nlohmann::json::accept(text);
        const auto got = frevo::read_json<nlohmann::json>(text);
        // It lets the last of two equal members win, and takes exponents of any size.
        if (!got && !got.error().faults().empty()) {
            const std::string& code = got.error().faults()[0].code();
            if (code == "duplicate" || code == "number")
                continue;
        }
        REQUIRE(got.has_value() == accepted);
        if (accepted) {
            REQUIRE(*got == nlohmann::json::parse(text));
            ++good;
        }
    }
    CHECK(good > 1'000);
}

TEST_CASE("no text makes the reader of a struct fail in another way than by a problem")
{
    generator random{6};
    for (int i = 0; i < 20'000; ++i) {
        std::string text = frevo::write_json(random_order(random));
        for (std::uint64_t left = below(random, 4); left > 0; --left) {
            const std::size_t at = below(random, text.size());
            const std::size_t from = below(random, text.size());
            if (below(random, 2) == 0)
                text.replace(at, below(random, 8), text.substr(from, below(random, 30)));
            else
                text[at] = static_cast<char>(below(random, 256));
            if (text.empty())
                break;
        }
        const auto got = frevo::read_json<order>(text);
        if (got)
            REQUIRE(
                frevo::write_json(read<order>(frevo::write_json(*got))) == frevo::write_json(*got));
        else
            REQUIRE(!got.error().detail().empty());
    }
}
