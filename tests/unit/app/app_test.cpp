// SPDX-License-Identifier: BSL-1.0
#include "support/made_request.hpp"

#include <frevo/frevo.hpp>
#include <frevo/fwd.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <doctest/doctest.h>

#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace frevo;
using frevo::testing::made_request;

namespace {

/// What a frozen app answers, without a server.
std::string text_of(app& of, method verb, std::string_view target)
{
    detail::app_access::freeze(of);
    const auto objects =
        detail::app_access::state(of).make(worker{boost::asio::any_io_executor{}, 0});
    made_request asked{verb, target};
    asked.state(objects->slots());
    const response got = asked.answer(detail::app_access::target(of));
    return std::to_string(to_int(got.status())) + " " + std::string{got.body().view()};
}

/// Runs an app in a thread of its own, on a port that the system chose.
class running_app
{
public:
    explicit running_app(app served) : app_(std::move(served))
    {
        app_.options().handle_signals = false;
        std::promise<std::uint16_t> listening;
        auto port = listening.get_future();
        app_.listen(0).on_listening(
            [&listening](std::uint16_t number) { listening.set_value(number); });
        thread_ = std::thread{[this] { app_.run(); }};
        port_ = port.get();
    }

    ~running_app()
    {
        app_.stop();
        thread_.join();
    }

    app& get() noexcept { return app_; }
    std::uint16_t port() const noexcept { return port_; }

    /// Sends a GET and returns everything that comes back.
    std::string get(const std::string& target) const
    {
        boost::asio::io_context context;
        boost::asio::ip::tcp::socket socket{context};
        socket.connect({boost::asio::ip::address_v4::loopback(), port_});
        boost::asio::write(
            socket, boost::asio::buffer(
                        "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
        std::string answer;
        boost::system::error_code ended;
        boost::asio::read(socket, boost::asio::dynamic_buffer(answer), ended);
        return answer;
    }

private:
    app app_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

struct store
{
    std::string text = "stored";
};

app make_app(std::string name)
{
    app made;
    made.get("/name", [name = std::move(name)] { return name; });
    return made;
}

} // namespace

TEST_CASE("an app is a value that may move while handles of it are kept")
{
    app first;
    auto group = first.group("/g");
    auto route = first.get("/a", [] { return "a"; });
    app second = std::move(first);
    group.get("/b", [] { return "b"; });
    route.limit_body(16_KiB);
    app third;
    third = std::move(second);
    CHECK(text_of(third, method::get, "/a") == "200 a");
    CHECK(text_of(third, method::get, "/g/b") == "200 b");
}

TEST_CASE("an app provides objects to its handlers")
{
    app made;
    made.share(std::string{"shared"});
    made.share_mutable(std::make_shared<store>());
    made.per_worker<std::vector<int>>(
        [](worker& owner) { return std::vector<int>{static_cast<int>(owner.index()) + 1}; });
    made.get(
        "/", [](state<const std::string> text, state<store> kept, state<std::vector<int>> own) {
            return *text + kept->text + std::to_string(own->front());
        });
    CHECK(text_of(made, method::get, "/") == "200 sharedstored1");
}

TEST_CASE("settings are made in a chain and can be read back")
{
    app made;
    made.listen("::1", 8081).threads(3);
    CHECK(made.options().address == "::1");
    CHECK(made.options().port == 8081);
    CHECK(made.options().threads == 3);
    app chained = app{}.listen(8082).threads(2).on_listening([](std::uint16_t) {});
    CHECK(chained.options().port == 8082);
    CHECK(chained.port() == 0);
    chained.options("/x", [] { return "options"; });
    CHECK(text_of(chained, method::options, "/x") == "200 options");
}

TEST_CASE("what is wrong with routes and objects stops run before it listens")
{
    app made;
    made.share(1).share(2);
    made.get("/a", [](state<store>) {});
    const int line = __LINE__ - 1;
    bool listened = false;
    made.listen(0).on_listening([&](std::uint16_t) { listened = true; });
    try {
        made.run();
        FAIL("run should have thrown");
    } catch (const startup_error& error) {
        CHECK(error.findings().size() == 2);
        const std::string place = std::string{__FILE__} + ":" + std::to_string(line);
        CHECK(std::string{error.what()}.find(place) != std::string::npos);
    }
    CHECK(!listened);
}

TEST_CASE("nothing is added to an app that has been frozen")
{
    app made;
    detail::app_access::freeze(made);
    CHECK_THROWS_AS(made.get("/a", [] {}), std::logic_error);
    CHECK_THROWS_AS(made.share(1), std::logic_error);
    CHECK_THROWS_AS(made.use(access_log()), std::logic_error);
}

TEST_CASE("limits of the options hold for routes that have none of their own")
{
    app made;
    made.options().limits.body = 77;
    made.post("/a", [] {});
    detail::app_access::freeze(made);
    made_request asked{method::post, "/a"};
    CHECK(detail::app_access::target(made).resolve(asked.get()).body_limit() == 77);
    CHECK(detail::app_access::options(made).limits.body == 77);
}

TEST_CASE("two apps serve in one process")
{
    const running_app one{make_app("one")};
    const running_app two{make_app("two")};
    CHECK(one.port() != two.port());
    CHECK(one.get("/name").find("\r\n\r\none") != std::string::npos);
    CHECK(two.get("/name").find("\r\n\r\ntwo") != std::string::npos);
    CHECK(one.get("/none").find("HTTP/1.1 404 ") == 0);
}

TEST_CASE("the port is known while it serves")
{
    running_app served{make_app("x")};
    CHECK(served.get().port() == served.port());
    CHECK(served.port() != 0);
}

TEST_CASE("a port that is taken is reported as an error of the start")
{
    const running_app first{make_app("first")};
    app second = make_app("second");
    second.options().handle_signals = false;
    second.listen(first.port());
    try {
        second.run();
        FAIL("run should have thrown");
    } catch (const startup_error& error) {
        CAPTURE(error.what());
        CHECK(std::string{error.what()}.find("Address already in use") != std::string::npos);
    }
    CHECK(second.port() == 0);
    CHECK(second.serve() == 1); // and says why on standard error
}

TEST_CASE("an app that was told to stop before run returns at once")
{
    app made = make_app("x");
    made.options().handle_signals = false;
    made.listen(0);
    made.stop();
    made.stop();
    made.run();
    CHECK(made.port() == 0);
    made.stop();
    CHECK(made.serve() == 0);
}

TEST_CASE("a handler may stop the app")
{
    auto made = std::make_shared<app>();
    made->options().handle_signals = false;
    made->get("/stop", [stop = made.get()] {
        stop->stop();
        return "stopping";
    });
    std::promise<std::uint16_t> listening;
    made->listen(0).on_listening([&](std::uint16_t port) { listening.set_value(port); });
    std::thread serving{[&] { made->run(); }};
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket socket{context};
    socket.connect({boost::asio::ip::address_v4::loopback(), listening.get_future().get()});
    boost::asio::write(
        socket, boost::asio::buffer(std::string{"GET /stop HTTP/1.1\r\nHost: a\r\n\r\n"}));
    std::string answer;
    boost::system::error_code ended;
    boost::asio::read(socket, boost::asio::dynamic_buffer(answer), ended);
    CHECK(answer.find("stopping") != std::string::npos);
    serving.join();
}

TEST_CASE("what a factory of per_worker throws ends run")
{
    app made;
    made.options().handle_signals = false;
    made.listen(0).per_worker<store>([]() -> store { throw std::runtime_error{"no database"}; });
    CHECK_THROWS_WITH(made.run(), "no database");
}

TEST_CASE("middleware of the application sees every answer with an id")
{
    app made;
    made.use(request_id());
    made.get("/a", [](request& req) { return std::string{req.id()}; });
    const running_app served{std::move(made)};
    const std::string answer = served.get("/a");
    CAPTURE(answer);
    const std::size_t at = answer.find("X-Request-ID: ");
    REQUIRE(at != std::string::npos);
    const std::string id = answer.substr(at + 14, 32);
    CHECK(answer.find("\r\n\r\n" + id) != std::string::npos);
    CHECK(served.get("/none").find("X-Request-ID: ") != std::string::npos);
}
