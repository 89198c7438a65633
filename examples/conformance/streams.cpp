// SPDX-License-Identifier: BSL-1.0
// Bodies that are never held whole: counted as they arrive, sent as they are made.
#include "routes.hpp"

#include <frevo/features/json.hpp>
#include <frevo/frevo.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

using namespace std::chrono_literals;
using frevo::awaitable, frevo::body_writer, frevo::problem, frevo::query, frevo::status;

namespace {

constexpr std::uint64_t usual_upload = 1024 * 1024;
constexpr std::uint64_t largest_upload = 1024 * 1024 * 1024;
constexpr std::uint64_t largest_download = 256 * 1024 * 1024;

struct received
{
    std::uint64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(received, (), (bytes))

constexpr auto filled = [] {
    std::array<char, 16 * 1024> made{};
    made.fill('x');
    return made;
}();
constexpr std::string_view block{filled.data(), filled.size()};

awaitable<frevo::json<received>>
count_bytes(query<"limit", std::uint64_t, usual_upload> limit, frevo::body_reader body)
{
    if (*limit > largest_upload)
        throw problem{status::bad_request, "The limit is at most 1 GiB."};
    body.limit(*limit);
    received total;
    for (;;) {
        const std::string_view piece = co_await body.read();
        if (piece.empty())
            co_return total;
        total.bytes += piece.size();
    }
}

frevo::response send_pieces(query<"n", std::uint32_t, 5> count)
{
    return frevo::stream(
        frevo::response::plain_text, [count = *count](body_writer& out) -> awaitable<void> {
            for (std::uint32_t i = 1; i <= count; ++i) {
                co_await out.write("piece " + std::to_string(i) + "\n");
                co_await frevo::sleep_for(1ms); // while it waits, the piece leaves
            }
        });
}

frevo::response send_much(query<"size", std::uint64_t> size)
{
    if (*size > largest_download)
        return problem{status::bad_request, "The size is at most 256 MiB."};
    return frevo::stream(
        "application/octet-stream", *size, [size = *size](body_writer& out) -> awaitable<void> {
            for (std::uint64_t left = size; left != 0;) {
                const auto most = std::min<std::uint64_t>(left, block.size());
                const std::string_view piece = block.substr(0, static_cast<std::size_t>(most));
                co_await out.write(piece);
                left -= piece.size();
            }
        });
}

} // namespace

void conformance::add_streams(frevo::app& app)
{
    app.post("/upload", count_bytes);
    app.get("/stream", send_pieces);
    app.get("/big", send_much);
}
