// SPDX-License-Identifier: BSL-1.0
// What a handler may ask about a request, and how the framework fills it.
#include "core/arena.hpp"
#include "protocol/request_head.hpp"

#include <frevo/core/percent.hpp>
#include <frevo/core/query.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/service.hpp>

#include <algorithm>

namespace frevo {

namespace {

/// The decoded text, in the request's memory only when decoding changes it.
result<std::string_view> decode(detail::arena& memory, std::string_view raw, url_part part)
{
    std::string_view text = raw;
    if (needs_decoding(raw, part)) {
        char* room = memory.allocate(raw.size());
        const std::optional<std::size_t> size = percent_decode_to(raw, room, part);
        if (!size)
            return problem{status::bad_request, "The target has a malformed percent escape."};
        memory.shrink(room, *size);
        text = {room, *size};
    }
    if (!is_valid_utf8(text))
        return problem{status::bad_request, "The target is not valid UTF-8 after decoding."};
    return text;
}

} // namespace

request::request() noexcept = default;
request::~request() = default;

frevo::method request::method() const noexcept
{
    return head_->method;
}

std::string_view request::target() const noexcept
{
    return head_->target.in(base_);
}

std::string_view request::path() const noexcept
{
    return head_->path.size == 0 ? std::string_view{"/"} : head_->path.in(base_);
}

std::string_view request::query() const noexcept
{
    return head_->query.in(base_);
}

std::string_view request::host() const noexcept
{
    return head_->authority.in(base_);
}

int request::version() const noexcept
{
    return head_->version == detail::http_version::http_1_0 ? 10 : 11;
}

fields_view request::headers() const noexcept
{
    return {base_, head_->fields};
}

std::optional<std::string_view> request::header(field id) const noexcept
{
    return headers().get(id);
}

std::optional<std::string_view> request::header(std::string_view name) const noexcept
{
    return headers().get(name);
}

result<std::optional<std::string_view>> request::query(std::string_view name)
{
    const std::optional<std::string_view> raw = query_view{query()}.find(name);
    if (!raw)
        return std::optional<std::string_view>{};
    result<std::string_view> decoded = decode(*arena_, *raw, url_part::query);
    if (!decoded)
        return std::move(decoded).error();
    return std::optional<std::string_view>{*decoded};
}

result<std::optional<std::string_view>> request::param(std::string_view name)
{
    const auto& names = endpoint_->param_names();
    const auto found = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (index >= param_count_)
        return std::optional<std::string_view>{};
    result<std::string_view> decoded = decode(*arena_, params_[index], url_part::path);
    if (!decoded)
        return std::move(decoded).error();
    // A NUL would end the text early in whatever C interface sees it next (CWE-158).
    if (decoded->find('\0') != std::string_view::npos)
        return problem{status::bad_request, "The path holds an encoded NUL."};
    return std::optional<std::string_view>{*decoded};
}

std::string_view request::matched_route() const noexcept
{
    return endpoint_ ? endpoint_->pattern() : std::string_view{};
}

std::optional<std::string_view> request::body() const noexcept
{
    return source_ ? source_->whole() : std::optional<std::string_view>{std::string_view{}};
}

awaitable<result<std::string_view>> request::read_body()
{
    if (const std::optional<std::string_view> arrived = body())
        co_return *arrived;
    co_return co_await source_->wait();
}

std::uint64_t request::body_limit() const noexcept
{
    return endpoint_->body_limit();
}

cancel_reason request::cancelled() const noexcept
{
    return source_ ? source_->cancelled() : cancel_reason::none;
}

std::string_view request::peer() const noexcept
{
    return source_ ? source_->peer() : std::string_view{};
}

namespace detail {

request_source::~request_source() = default;

awaitable<std::string_view> request_source::read_piece()
{
    co_return std::string_view{};
}

void request_source::limit_body(std::uint64_t) noexcept {}

fields request_source::trailers() const
{
    return {};
}

std::string_view request_access::keep(request& req, std::string_view text)
{
    return req.arena_->copy(text);
}

void request_access::begin(request& req, const origin& from) noexcept
{
    req.head_ = from.head;
    req.base_ = from.base;
    req.arena_ = from.arena;
    req.source_ = from.source;
    req.executor_ = from.executor;
    req.state_ = from.state;
    req.endpoint_ = nullptr;
    req.id_ = {};
    req.param_count_ = 0;
    req.chain_at_ = 0;
}

void request_access::end(request& req) noexcept
{
    req.locals_.clear();
    req.endpoint_ = nullptr;
}

} // namespace detail
} // namespace frevo
