// SPDX-License-Identifier: BSL-1.0
#include "testing/memory_stream.hpp"

#include <boost/asio/io_context.hpp>

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>

using namespace frevo::detail;

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

struct fixture
{
    fixture() { stream->attach(listener); }

    void run()
    {
        io.restart();
        io.poll();
    }

    std::string read(std::size_t size)
    {
        std::string text(size, '\0');
        const io_result got = stream->try_read(text.data(), size);
        switch (got.status) {
        case io_status::ok:
            return text.substr(0, got.bytes);
        case io_status::would_block:
            return "would block";
        case io_status::end:
            return "end";
        case io_status::failed:
            return "failed";
        }
        return {};
    }

    io_result write(std::string_view first, std::string_view second = {})
    {
        const std::array<output_piece, 2> pieces{
            {{first.data(), first.size()}, {second.data(), second.size()}}};
        return stream->try_write(pieces);
    }

    boost::asio::io_context io{1};
    owner listener;
    std::shared_ptr<memory_pipe> pipe = std::make_shared<memory_pipe>();
    std::unique_ptr<memory_stream> stream =
        std::make_unique<memory_stream>(io.get_executor(), pipe);
};

} // namespace

TEST_CASE("what the client sends is read, in pieces as large as asked for or allowed")
{
    fixture f;
    CHECK(f.read(10) == "would block");
    f.pipe->send("hello");
    CHECK(f.read(2) == "he");
    f.pipe->read_size = 1;
    CHECK(f.read(10) == "l");
    f.pipe->end_sending();
    CHECK(f.read(10) == "l");
    CHECK(f.read(10) == "o");
    CHECK(f.read(10) == "end");
    CHECK(f.read(10) == "end");
}

TEST_CASE("what the server writes is received, as far as there is room")
{
    fixture f;
    CHECK(f.write("one ", "two").bytes == 7);
    CHECK(f.pipe->received() == "one two");
    f.pipe->capacity = 10;
    CHECK(f.write("three").bytes == 3);
    CHECK(f.write("x").status == io_status::would_block);
    f.pipe->received().clear();
    f.pipe->write_size = 4;
    CHECK(f.write("abc", "def").bytes == 4);
    CHECK(f.pipe->received() == "abcd");
}

TEST_CASE("readiness is told later, once for each wait, and only when it is there")
{
    fixture f;
    f.stream->wait_readable();
    f.stream->wait_readable();
    f.run();
    CHECK(f.listener.readable == 0);
    f.pipe->send("x");
    CHECK(f.listener.readable == 0); // not from inside
    CHECK(f.listener.references == 1);
    f.run();
    CHECK(f.listener.readable == 1);
    CHECK(f.listener.references == 0);
    f.pipe->send("y");
    f.run();
    CHECK(f.listener.readable == 1);

    f.stream->wait_writable();
    f.run();
    CHECK(f.listener.writable == 1);
    f.pipe->capacity = 0;
    f.stream->wait_writable();
    f.run();
    CHECK(f.listener.writable == 1);
    f.pipe->capacity = 1;
    f.pipe->drained();
    f.run();
    CHECK(f.listener.writable == 2);
}

TEST_CASE("the end and a reset wake a reader")
{
    fixture f;
    SUBCASE("the end")
    {
        f.stream->wait_readable();
        f.pipe->end_sending();
        f.run();
        CHECK(f.listener.readable == 1);
    }
    SUBCASE("a reset, also a writer without room")
    {
        f.pipe->capacity = 0;
        f.stream->wait_readable();
        f.stream->wait_writable();
        f.pipe->send("x");
        f.pipe->reset();
        f.run();
        CHECK(f.listener.readable == 1);
        CHECK(f.listener.writable == 1);
        CHECK(f.read(1) == "failed");
        CHECK(f.write("x").status == io_status::failed);
    }
}

TEST_CASE("one operation can be told to fail; those that would block do not count")
{
    fixture f;
    f.pipe->fail_at = 2;
    CHECK(f.read(1) == "would block");
    f.pipe->send("abc");
    CHECK(f.read(1) == "a");
    CHECK(f.write("x").status == io_status::ok);
    CHECK(f.read(1) == "failed");
    CHECK(f.pipe->operations == 3);
    CHECK(f.pipe->writes == 1);
}

TEST_CASE("nothing is told after closing; the client sees it")
{
    fixture f;
    CHECK_FALSE(f.pipe->ended());
    f.stream->wait_readable();
    f.pipe->send("x");
    SUBCASE("the sending only")
    {
        f.stream->shutdown_send();
        CHECK(f.pipe->ended());
        CHECK_FALSE(f.pipe->closed());
        f.run();
        CHECK(f.listener.readable == 1);
    }
    SUBCASE("everything")
    {
        f.stream->close();
        CHECK(f.pipe->ended());
        CHECK(f.pipe->closed());
        f.run();
        CHECK(f.listener.readable == 0);
        CHECK(f.listener.references == 0);
    }
}

TEST_CASE("the client's end may outlive the server's")
{
    fixture f;
    f.stream.reset();
    f.pipe->send("x");
    f.pipe->end_sending();
    f.pipe->drained();
    f.pipe->reset();
    f.run();
    CHECK(f.listener.readable == 0);
}
