// SPDX-License-Identifier: BSL-1.0
// Tests of the output buffer.
#include "core/output_buffer.hpp"

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <random>
#include <string>
#include <utility>

using namespace frevo::detail;

namespace {

std::string gathered(const output_buffer& out)
{
    std::array<output_piece, 64> pieces;
    const std::size_t count = out.gather(pieces);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(pieces[i].size != 0);
        text.append(pieces[i].data, pieces[i].size);
    }
    return text;
}

std::size_t piece_count(const output_buffer& out)
{
    std::array<output_piece, 64> pieces;
    return out.gather(pieces);
}

std::string large(char c, std::size_t more = 0)
{
    return std::string(output_buffer::large_size + more, c);
}

} // namespace

TEST_CASE("texts are sent in the order of appending, as one piece")
{
    output_buffer out;
    CHECK(out.empty());
    CHECK(piece_count(out) == 0);
    out.append("HTTP/1.1 ");
    out.append("200 OK\r\n");
    out.append("");
    out.append('x');
    CHECK(out.size() == 18);
    CHECK(gathered(out) == "HTTP/1.1 200 OK\r\nx");
    CHECK(piece_count(out) == 1);
    out.consume(9);
    CHECK(gathered(out) == "200 OK\r\nx");
    out.consume(9);
    CHECK(out.empty());
    CHECK(piece_count(out) == 0);
}

TEST_CASE("prepared room counts only as far as it is committed")
{
    output_buffer out;
    out.append("a");
    std::string_view text = "bcdef";
    text.copy(out.prepare(5), 5);
    out.commit(3);
    out.append("x");
    CHECK(gathered(out) == "abcdx");
    CHECK(out.size() == 5);
}

TEST_CASE("small bodies are copied and large ones stay where they are")
{
    output_buffer out;
    std::string body = large('b');
    const char* const data = body.data();
    out.append("head");
    out.append_body(std::move(body));
    out.append("head");
    out.append_body("small");
    std::array<output_piece, 8> pieces;
    REQUIRE(out.gather(pieces) == 3);
    CHECK(pieces[1].data == data);
    CHECK(pieces[1].size == output_buffer::large_size);
    CHECK(gathered(out) == "head" + large('b') + "headsmall");
    CHECK(out.size() == 8 + 5 + output_buffer::large_size);

    const std::string text = large('s');
    output_buffer other;
    other.append_static(text);
    other.append_static(std::string_view{text}.substr(1));
    REQUIRE(other.gather(pieces) == 2);
    CHECK(pieces[0].data == text.data());
    CHECK(pieces[1].data != text.data() + 1);
}

TEST_CASE("the owner of a body goes when its last byte has been consumed")
{
    struct tracker
    {
        explicit tracker(int& alive) noexcept : alive_(&alive) { ++*alive_; }
        tracker(tracker&& other) noexcept : alive_(other.alive_) { ++*alive_; }
        ~tracker() { --*alive_; }
        void operator()() const {}
        int* alive_;
    };
    int alive = 0;
    const std::string text = large('k');
    output_buffer out;
    out.append("12");
    out.append_kept(text, tracker{alive});
    out.append("34");
    CHECK(alive == 1);
    out.consume(2 + text.size() - 1);
    CHECK(alive == 1);
    CHECK(gathered(out) == "k34");
    out.consume(1);
    CHECK(alive == 0);
    CHECK(gathered(out) == "34");
    out.append_kept("small", tracker{alive});
    CHECK(alive == 0);
    CHECK(gathered(out) == "34small");
    out.append_kept(text, tracker{alive});
    out.append_kept(text, tracker{alive});
    CHECK(alive == 2);
    out.consume(out.size());
    CHECK(alive == 0);
    out.append_kept(text, tracker{alive});
    out.clear();
    CHECK(alive == 0);
    {
        output_buffer dropped;
        dropped.append_kept(text, tracker{alive});
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("a gather list shorter than the pieces takes the first of them")
{
    output_buffer out;
    out.append("a");
    out.append_body(large('b'));
    out.append("c");
    out.append_body(large('d'));
    out.append("e");
    std::array<output_piece, 8> pieces;
    for (std::size_t n = 0; n <= 5; ++n) {
        CAPTURE(n);
        REQUIRE(out.gather(std::span{pieces}.first(n)) == n);
    }
    CHECK(out.gather(pieces) == 5);
    CHECK(pieces[4].data[0] == 'e');
}

TEST_CASE("memory is kept for the next answer, unless it grew large")
{
    output_buffer out;
    out.append(std::string(3000, 'x'));
    std::array<output_piece, 1> piece;
    out.gather(piece);
    const char* const data = piece[0].data;
    out.consume(3000);
    out.append("next");
    out.gather(piece);
    CHECK(piece[0].data == data);
    out.consume(4);
    CHECK(out.prepare(1) == data);

    out.append(std::string(output_buffer::kept_capacity + 1, 'y'));
    out.clear();
    out.release_memory();
    CHECK(out.empty());
    out.append("again");
    CHECK(gathered(out) == "again");
}

TEST_CASE("a buffer that is never empty does not grow without bound")
{
    output_buffer out;
    out.append("x");
    std::array<output_piece, 64> pieces;
    const char* lowest = nullptr;
    const char* highest = nullptr;
    for (int i = 0; i < 20000; ++i) {
        out.append(std::string(100, 'y'));
        if (i % 50 == 0)
            out.append_body(large('z'));
        while (out.size() > 300)
            out.consume(out.size() > 400 ? 100 : 50);
        if (i < 10000)
            continue;
        REQUIRE(out.gather(pieces) > 0);
        const char* const at = pieces[0].data;
        if (pieces[0].size < output_buffer::large_size && (at[0] == 'y' || at[0] == 'x')) {
            lowest = lowest == nullptr || at < lowest ? at : lowest;
            highest = highest == nullptr || at > highest ? at : highest;
        }
    }
    // The text stays within one block.
    CHECK(highest - lowest < 16 * 1024);
}

TEST_CASE("a buffer can be moved")
{
    output_buffer out;
    out.append("a");
    out.append_body(large('b'));
    out.append("c");
    const std::string expected = "a" + large('b') + "c";
    output_buffer moved{std::move(out)};
    CHECK(gathered(moved) == expected);
    CHECK(out.empty());
    CHECK(gathered(out).empty());
    out.append('n');
    out.append("ew");
    CHECK(gathered(out) == "new");
    out = std::move(moved);
    CHECK(gathered(out) == expected);
    CHECK(moved.empty());
}

TEST_CASE("random appending and consuming gives what a string gives")
{
    std::mt19937 random{10};
    for (int round = 0; round < 60; ++round) {
        output_buffer out;
        std::string model;
        std::deque<std::string> statics;
        for (int step = 0; step < 120; ++step) {
            const char c = static_cast<char>('a' + random() % 26);
            switch (random() % 6) {
            case 0:
            case 1: {
                const std::string text(random() % 300, c);
                out.append(text);
                model += text;
                break;
            }
            case 2: {
                std::string body(random() % 9000, c);
                model += body;
                out.append_body(std::move(body));
                break;
            }
            case 3: {
                statics.emplace_back(4000 + random() % 200, c);
                model += statics.back();
                out.append_static(statics.back());
                break;
            }
            default: {
                const std::size_t size = model.empty() ? 0 : random() % (model.size() + 1);
                out.consume(size);
                model.erase(0, size);
            }
            }
            REQUIRE(out.size() == model.size());
            std::array<output_piece, 200> pieces;
            const std::size_t count = out.gather(pieces);
            std::string text;
            for (std::size_t i = 0; i < count; ++i)
                text.append(pieces[i].data, pieces[i].size);
            REQUIRE((text == model));
        }
    }
}
