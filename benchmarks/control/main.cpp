// SPDX-License-Identifier: BSL-1.0
// The control: plaintext on Asio coroutines and llhttp with nothing in between, to show what frevo
// adds.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <llhttp.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// The ready-made answer; its Date is renewed once a second.
const std::string& answer()
{
    static std::string text;
    static std::time_t printed = 0;
    const std::time_t now = std::time(nullptr);
    if (now != printed) {
        printed = now;
        char date[64];
        std::tm parts{};
        gmtime_r(&now, &parts);
        std::strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
        text = std::string{"HTTP/1.1 200 OK\r\nDate: "} + date +
               "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 13\r\n\r\nHello, "
               "World!";
    }
    return text;
}

struct connection
{
    explicit connection(tcp::socket accepted) : socket(std::move(accepted))
    {
        static const llhttp_settings_t settings = [] {
            llhttp_settings_t made;
            llhttp_settings_init(&made);
            made.on_message_complete = [](llhttp_t* done) {
                static_cast<connection*>(done->data)->out += answer();
                return 0;
            };
            return made;
        }();
        llhttp_init(&parser, HTTP_REQUEST, &settings);
        parser.data = this;
    }

    tcp::socket socket;
    llhttp_t parser{};
    std::string out;
    char in[16 * 1024];
};

asio::awaitable<void> serve(tcp::socket accepted)
{
    connection self{std::move(accepted)};
    try {
        for (;;) {
            const std::size_t got =
                co_await self.socket.async_read_some(asio::buffer(self.in), asio::deferred);
            if (llhttp_execute(&self.parser, self.in, got) != HPE_OK)
                co_return;
            co_await asio::async_write(self.socket, asio::buffer(self.out), asio::deferred);
            self.out.clear();
        }
    } catch (const boost::system::system_error&) { // the client has gone
    }
}

asio::awaitable<void> listen(tcp::acceptor acceptor)
{
    for (;;) {
        tcp::socket accepted = co_await acceptor.async_accept(asio::deferred);
        accepted.set_option(tcp::no_delay{true});
        auto executor = acceptor.get_executor();
        asio::co_spawn(executor, serve(std::move(accepted)), asio::detached);
    }
}

} // namespace

int main(int argc, char** argv)
{
    unsigned short port = 8080;
    if (argc == 3 && std::strcmp(argv[1], "--port") == 0)
        std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), port);
    asio::io_context io{1};
    tcp::acceptor acceptor{io, tcp::endpoint{asio::ip::make_address("127.0.0.1"), port}};
    std::printf("listening on 127.0.0.1:%d\n", acceptor.local_endpoint().port());
    std::fflush(stdout);
    asio::co_spawn(io, listen(std::move(acceptor)), asio::detached);
    io.run();
}
