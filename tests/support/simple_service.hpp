// SPDX-License-Identifier: BSL-1.0
// A service made of lambdas by path, for tests below the router.
#pragma once

#include <frevo/http/service.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace frevo::detail {

/// Endpoints by exact path; everything else is 404.
class simple_service : public service
{
public:
    using plain = std::function<response(request&)>;
    using waiting = std::function<awaitable<response>(request&)>;

    simple_service()
        : missing_(make_plain([](request&) { return response{status::not_found}; }, false))
    {}

    endpoint& on(std::string path, plain handler, bool wants_body = false)
    {
        auto& place = by_path_[std::move(path)];
        place = make_plain(std::move(handler), wants_body);
        return *place;
    }

    endpoint& on_waiting(std::string path, waiting handler, bool wants_body = false)
    {
        auto& place = by_path_[std::move(path)];
        place = std::make_unique<waiting_endpoint>(std::move(handler), wants_body);
        return *place;
    }

    const endpoint& resolve(request& req) const noexcept override
    {
        const auto found = by_path_.find(req.path());
        return found == by_path_.end() ? *missing_ : *found->second;
    }

private:
    class plain_endpoint final : public endpoint
    {
    public:
        plain_endpoint(plain handler, bool wants_body)
            : endpoint(false, wants_body), handler_(std::move(handler))
        {}
        response handle_now(request& req) const override { return handler_(req); }
        awaitable<response> handle(request& req) const override
        {
            if (wants_body()) {
                const result<std::string_view> arrived = co_await req.read_body();
                if (!arrived)
                    co_return response{arrived.error()};
            }
            co_return handler_(req);
        }

    private:
        plain handler_;
    };

    class waiting_endpoint final : public endpoint
    {
    public:
        waiting_endpoint(waiting handler, bool wants_body)
            : endpoint(true, wants_body), handler_(std::move(handler))
        {}
        response handle_now(request&) const override
        {
            return response{status::internal_server_error};
        }
        awaitable<response> handle(request& req) const override { return handler_(req); }

    private:
        waiting handler_;
    };

    static std::unique_ptr<endpoint> make_plain(plain handler, bool wants_body)
    {
        return std::make_unique<plain_endpoint>(std::move(handler), wants_body);
    }

    std::map<std::string, std::unique_ptr<endpoint>, std::less<>> by_path_;
    std::unique_ptr<endpoint> missing_;
};

} // namespace frevo::detail
