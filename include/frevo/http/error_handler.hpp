// SPDX-License-Identifier: BSL-1.0
// Turns exceptions of one type into answers, for `app::on_error`.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/into_response.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace frevo::detail {

/// What answers for exceptions of one type. Called from all workers at once.
class FREVO_API error_handler
{
public:
    virtual ~error_handler();

    /// Nothing when the exception is of another type. May throw what the user's function throws.
    virtual std::optional<response>
    answer(const std::exception_ptr& error, const request& req) const = 0;
};

/// In the order in which they are asked.
using error_handlers = std::vector<std::unique_ptr<const error_handler>>;

template <class Error, class Call>
class error_handler_of final : public error_handler
{
public:
    explicit error_handler_of(Call call) : call_(std::move(call)) {}

    std::optional<response>
    answer(const std::exception_ptr& error, const request& req) const override
    {
        try {
            std::rethrow_exception(error);
        } catch (const Error& caught) {
            if constexpr (std::is_invocable_v<const Call&, const Error&, const request&>)
                return to_response(call_(caught, req));
            else
                return to_response(call_(caught));
        } catch (...) {
            return std::nullopt;
        }
    }

private:
    Call call_;
};

} // namespace frevo::detail
