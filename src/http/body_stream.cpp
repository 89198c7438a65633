// SPDX-License-Identifier: BSL-1.0
// The reader and the writer of streamed bodies, as handlers see them.
#include "protocol/request_head.hpp"

#include <frevo/http/body_reader.hpp>
#include <frevo/http/body_writer.hpp>
#include <frevo/http/service.hpp>

namespace frevo {

namespace detail {

body_sink::~body_sink() = default;

} // namespace detail

awaitable<std::string_view> body_reader::read()
{
    detail::request_source* source = detail::request_access::source(*request_);
    if (source == nullptr)
        co_return std::string_view{};
    co_return co_await source->read_piece();
}

body_reader& body_reader::limit(std::uint64_t most) noexcept
{
    if (detail::request_source* source = detail::request_access::source(*request_))
        source->limit_body(most);
    return *this;
}

std::optional<std::uint64_t> body_reader::content_length() const noexcept
{
    const detail::request_head* head = detail::request_access::head(*request_);
    if (head == nullptr || head->framing == detail::body_framing::chunked)
        return std::nullopt;
    return head->content_length;
}

fields body_reader::trailers() const
{
    const detail::request_source* source = detail::request_access::source(*request_);
    return source != nullptr ? source->trailers() : fields{};
}

awaitable<void> body_writer::write(std::string_view piece)
{
    return sink_->write(piece);
}

body_writer& body_writer::trailer(std::string_view name, std::string_view value)
{
    sink_->add_trailer(name, value);
    return *this;
}

} // namespace frevo
