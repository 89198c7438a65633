// SPDX-License-Identifier: BSL-1.0
#include "server/tcp_stream.hpp"
#include "support/raw_client.hpp"

#include <boost/asio/ip/address.hpp>

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>

using namespace frevo::detail;
using boost::asio::ip::tcp;
using frevo::testing::raw_client;

namespace {

struct owner final : stream_owner
{
    void on_readable() noexcept override { ++readable; }
    void on_writable() noexcept override { ++writable; }
    void add_ref() noexcept override { ++references; }
    void release() noexcept override { --references; }
    int readable = 0;
    int writable = 0;
    int references = 0;
};

/// A stream with a client at its other end.
struct fixture
{
    fixture()
        : acceptor(io, {boost::asio::ip::make_address("127.0.0.1"), 0}),
          client(std::make_unique<raw_client>(acceptor.local_endpoint().port()))
    {
        tcp_stream::socket accepted{io.get_executor()};
        tcp::endpoint peer;
        acceptor.accept(accepted, peer);
        port = peer.port();
        stream = std::make_unique<tcp_stream>(std::move(accepted), peer);
        stream->attach(listener);
    }

    template <class Condition>
    void run_until(Condition condition)
    {
        bool met = condition();
        for (int i = 0; i < 100'000 && !met; ++i) {
            io.restart();
            io.poll();
            std::this_thread::yield();
            met = condition();
        }
        CHECK(met);
    }

    io_result read(std::size_t size)
    {
        io_result got{};
        run_until([&] {
            got = stream->try_read(buffer.data(), size);
            return got.status != io_status::would_block;
        });
        return got;
    }

    boost::asio::io_context io{1};
    tcp::acceptor acceptor;
    std::unique_ptr<raw_client> client;
    std::uint16_t port = 0;
    owner listener;
    std::unique_ptr<tcp_stream> stream;
    std::array<char, 256> buffer{};
};

} // namespace

TEST_CASE("reading never blocks and tells bytes from the end and from failure")
{
    fixture f;
    CHECK(f.stream->try_read(f.buffer.data(), 10).status == io_status::would_block);
    f.client->send("hello");
    const io_result got = f.read(3);
    CHECK(got.status == io_status::ok);
    CHECK(got.bytes == 3);
    CHECK(std::string(f.buffer.data(), 3) == "hel");
    CHECK(f.read(100).bytes == 2);
    CHECK(f.stream->try_read(f.buffer.data(), 10).status == io_status::would_block);
    SUBCASE("the end")
    {
        f.client->end_sending();
        CHECK(f.read(10).status == io_status::end);
        CHECK(f.read(10).status == io_status::end);
    }
    SUBCASE("failure")
    {
        f.client->reset();
        CHECK(f.read(10).status == io_status::failed);
    }
}

TEST_CASE("writing sends the pieces in order")
{
    fixture f;
    const std::array<output_piece, 1> one{{{"one,", 4}}};
    CHECK(f.stream->try_write(one).bytes == 4);
    std::array<output_piece, 20> many; // more than one call takes
    for (output_piece& each : many)
        each = {"ab", 2};
    std::size_t sent = f.stream->try_write(many).bytes;
    CHECK(sent >= 2);
    CHECK(sent % 2 == 0);
    while (sent < 40)
        sent += f.stream->try_write(std::span{many}.subspan(sent / 2)).bytes;
    f.stream->shutdown_send();
    std::string expected = "one,";
    for (int i = 0; i < 20; ++i)
        expected += "ab";
    CHECK(f.client->read_all() == expected);
}

TEST_CASE("writing to a client that does not read stops and goes on later")
{
    fixture f;
    const std::string text(1'000'000, 'x');
    const std::array<output_piece, 2> pieces{{{text.data(), text.size()}, {"y", 1}}};
    io_result last{};
    for (int i = 0; i < 100; ++i) {
        last = f.stream->try_write(pieces);
        if (last.status != io_status::ok)
            break;
    }
    CHECK(last.status == io_status::would_block);
    f.stream->wait_writable();
    f.io.poll();
    CHECK(f.listener.writable == 0);
    std::thread reader{[&] { f.client->read_all(); }};
    f.run_until([&] { return f.listener.writable == 1; });
    CHECK(f.stream->try_write(pieces).status == io_status::ok);
    f.stream->close();
    reader.join();
}

TEST_CASE("writing to a client that has gone fails and is no signal")
{
    fixture f;
    f.client->reset();
    const std::array<output_piece, 1> piece{{{"x", 1}}};
    f.run_until([&] { return f.stream->try_write(piece).status == io_status::failed; });
    const std::array<output_piece, 2> pieces{{{"x", 1}, {"y", 1}}};
    CHECK(f.stream->try_write(pieces).status == io_status::failed);
}

TEST_CASE("readiness is told once for each wait, and later than the wait")
{
    fixture f;
    f.client->send("x");
    f.run_until([&] { return f.client->native() >= 0; });
    f.stream->wait_readable();
    f.stream->wait_readable(); // one wait at a time
    CHECK(f.listener.readable == 0);
    CHECK(f.listener.references == 1);
    f.run_until([&] { return f.listener.readable == 1; });
    CHECK(f.listener.references == 0);
    for (int i = 0; i < 10; ++i) {
        f.io.restart();
        f.io.poll();
    }
    CHECK(f.listener.readable == 1);
    f.stream->wait_readable();
    f.run_until([&] { return f.listener.readable == 2; });
    f.stream->wait_writable();
    f.run_until([&] { return f.listener.writable == 1; });
}

TEST_CASE("a reset wakes who waits to read")
{
    fixture f;
    f.stream->wait_readable();
    f.client->reset();
    f.run_until([&] { return f.listener.readable == 1; });
}

TEST_CASE("nothing is told after closing, and the waits let go of their owner")
{
    fixture f;
    f.stream->wait_readable();
    f.stream->close();
    f.run_until([&] { return f.listener.references == 0; });
    CHECK(f.listener.readable == 0);
    CHECK(f.client->read_all().empty());
    f.stream->close();
}

TEST_CASE("the peer's address is printed with its port")
{
    fixture f;
    const std::string expected = "127.0.0.1:" + std::to_string(f.port);
    CHECK(f.stream->peer() == expected);
    CHECK(f.stream->peer() == expected);
    tcp_stream::socket none{f.io.get_executor()};
    const tcp_stream six{std::move(none), {boost::asio::ip::make_address("2001:db8::1"), 8080}};
    CHECK(six.peer() == "[2001:db8::1]:8080");
    tcp_stream::socket another{f.io.get_executor()};
    const tcp_stream mapped{
        std::move(another), {boost::asio::ip::make_address("::ffff:192.0.2.7"), 80}};
    CHECK(mapped.peer() == "192.0.2.7:80");
}
