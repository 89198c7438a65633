// SPDX-License-Identifier: BSL-1.0
// A request made by hand, without a connection or a parser, and ways to run endpoints on it.
#pragma once

#include "core/arena.hpp"
#include "protocol/request_head.hpp"

#include <frevo/http/service.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frevo::testing {

/// Runs a coroutine to its end on a context of its own.
template <class T>
T run_coroutine(awaitable<T> work)
{
    boost::asio::io_context context{1};
    std::exception_ptr failure;
    if constexpr (std::is_void_v<T>) {
        boost::asio::co_spawn(
            context, std::move(work), [&](std::exception_ptr error) { failure = error; });
        context.run();
        if (failure)
            std::rethrow_exception(failure);
    } else {
        // Kept here and not passed to the handler: that would need a T without a value.
        std::optional<T> value;
        auto keep = [](awaitable<T> inner, std::optional<T>& into) -> awaitable<void> {
            T made = co_await std::move(inner);
            into.emplace(std::move(made));
        };
        boost::asio::co_spawn(context, keep(std::move(work), value), [&](std::exception_ptr error) {
            failure = error;
        });
        context.run();
        if (failure)
            std::rethrow_exception(failure);
        return std::move(value).value();
    }
}

/// A request whose parts are given in the test.
class made_request final : private detail::request_source
{
public:
    made_request(method verb, std::string_view target)
    {
        const std::size_t mark = target.find('?');
        head_.method = verb;
        head_.method_text = append(to_string(verb));
        head_.target = append(target);
        head_.path = {
            head_.target.offset,
            static_cast<std::uint32_t>(mark == std::string_view::npos ? target.size() : mark)};
        if (target == "*")
            head_.path.size = 0;
        if (mark != std::string_view::npos) {
            head_.has_query = true;
            head_.query = {
                static_cast<std::uint32_t>(head_.target.offset + mark + 1),
                static_cast<std::uint32_t>(target.size() - mark - 1)};
        }
    }

    made_request& header(std::string_view name, std::string_view value)
    {
        detail::field_entry entry;
        entry.id = parse_field(name);
        const detail::span_in_head name_at = append(name);
        const detail::span_in_head value_at = append(value);
        entry.name_offset = name_at.offset;
        entry.name_size = static_cast<std::uint16_t>(name_at.size);
        entry.value_offset = value_at.offset;
        entry.value_size = value_at.size;
        head_.fields.push_back(entry);
        return *this;
    }

    /// The body, which has arrived or comes as soon as somebody waits for it.
    made_request& body(std::string_view text, bool arrived = true)
    {
        body_ = text;
        arrived_ = arrived;
        return *this;
    }

    /// Waiting for the body ends in this problem.
    made_request& fail_body(status code)
    {
        arrived_ = false;
        failure_ = code;
        return *this;
    }

    made_request& state(std::span<void* const> slots)
    {
        state_ = slots;
        return *this;
    }

    /// The request. Lifetime: as this object; call it after the parts are there.
    request& get()
    {
        if (!begun_) {
            begun_ = true;
            detail::request_access::begin(
                request_, {&head_, text_.data(), &arena_, this, &executor_, state_});
        }
        return request_;
    }

    /// How often the body was waited for.
    int waits() const noexcept { return waits_; }

    /// Resolves and runs the request the way the server does.
    response answer(const detail::service& target)
    {
        const detail::endpoint& found = target.resolve(get());
        return answer(found);
    }

    response answer(const detail::endpoint& found)
    {
        detail::request_access::set_endpoint(get(), found);
        if (found.immediate() && (!found.wants_body() || arrived_))
            return detail::run_now(found, get());
        return run_coroutine(detail::run(found, get()));
    }

private:
    detail::span_in_head append(std::string_view text)
    {
        const detail::span_in_head at{
            static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size())};
        text_ += text;
        return at;
    }

    std::string_view peer() const noexcept override { return "192.0.2.7:4242"; }
    frevo::cancel_reason cancelled() const noexcept override { return frevo::cancel_reason::none; }
    std::optional<std::string_view> whole() const noexcept override
    {
        return arrived_ ? std::optional<std::string_view>{body_} : std::nullopt;
    }
    awaitable<result<std::string_view>> wait() override
    {
        ++waits_;
        if (failure_ != status::ok)
            co_return problem{failure_};
        arrived_ = true;
        co_return std::string_view{body_};
    }

    std::string text_;
    detail::request_head head_;
    detail::arena arena_;
    boost::asio::any_io_executor executor_;
    std::span<void* const> state_;
    std::string body_;
    status failure_ = status::ok;
    bool arrived_ = true;
    bool begun_ = false;
    int waits_ = 0;
    request request_;
};

} // namespace frevo::testing
