// SPDX-License-Identifier: BSL-1.0
// Reading and writing a described struct, next to nlohmann_json doing the same.

#include <frevo/features/json.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// Without arguments: nanoseconds of each way. With the name of a way and a count: only that, for
// counting instructions: `valgrind --tool=callgrind frevo_bench_json read 1000`.

namespace {

struct item
{
    std::string name;
    int quantity = 0;
    double price = 0;
    bool there = false;
    std::vector<std::string> tags;
};
BOOST_DESCRIBE_STRUCT(item, (), (name, quantity, price, there, tags))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(item, name, quantity, price, there, tags)

struct order
{
    long id = 0;
    std::string customer;
    std::string mail;
    std::string note;
    std::vector<item> items;
};
BOOST_DESCRIBE_STRUCT(order, (), (id, customer, mail, note, items))
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(order, id, customer, mail, note, items)

order make_order()
{
    order made{42, "Ann Example", "ann@example.test", "please deliver \"fast\"", {}};
    for (int i = 0; i < 8; ++i)
        made.items.push_back(
            {"item number " + std::to_string(i), i, 9.5 + i, true, {"red", "blue"}});
    return made;
}

struct bench
{
    order value = make_order();
    std::string text = nlohmann::json(value).dump();
    std::size_t sum = 0; // keeps the work from being left out

    void read() { sum += frevo::read_json<order>(text)->items.size(); }
    void write() { sum += frevo::write_json(value).size(); }
    void nlohmann_read() { sum += nlohmann::json::parse(text).get<order>().items.size(); }
    void nlohmann_write() { sum += nlohmann::json(value).dump().size(); }

    /// Both must say the same before anything is timed.
    bool agrees() const
    {
        const frevo::result<order> got = frevo::read_json<order>(text);
        return got && nlohmann::json(*got).dump() == text &&
               nlohmann::json::parse(frevo::write_json(value)).dump() == text;
    }
};

struct way
{
    std::string_view name;
    void (bench::*run)();
};
constexpr way ways[] = {
    {"read", &bench::read},
    {"nlohmann_read", &bench::nlohmann_read},
    {"write", &bench::write},
    {"nlohmann_write", &bench::nlohmann_write},
};

} // namespace

int main(int count, char** arguments)
{
    bench work;
    if (!work.agrees()) {
        std::fputs("the two libraries do not agree\n", stderr);
        return 1;
    }
    const std::string_view wanted = count > 1 ? arguments[1] : "";
    const int times = count > 2 ? std::atoi(arguments[2]) : 20'000;
    std::printf("%zu bytes, %d times\n", work.text.size(), times);
    for (const way& each : ways) {
        if (!wanted.empty() && wanted != each.name)
            continue;
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            (work.*each.run)();
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - start;
        std::printf("%-16s %8.0f ns\n", each.name.data(), took.count() / times);
    }
    return work.sum == 0 ? 1 : 0;
}
