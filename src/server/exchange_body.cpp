// SPDX-License-Identifier: BSL-1.0
// How a handler gets the body of its request, whole or in pieces.
#include "server/connection.hpp"
#include "server/exchange.hpp"
#include "server/runner.hpp"

#include <frevo/core/ascii.hpp>

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <stdexcept>
#include <utility>

namespace frevo::detail {

namespace asio = boost::asio;

void body_collector::append(std::string_view piece)
{
    if (piece.empty())
        return;
    if (!spilled_) {
        if (view_.empty()) {
            view_ = piece;
            return;
        }
        if (view_.data() + view_.size() == piece.data()) {
            view_ = {view_.data(), view_.size() + piece.size()};
            return;
        }
        spill();
    }
    copy_.append(piece);
}

void body_collector::spill()
{
    if (spilled_)
        return;
    copy_.assign(view_);
    spilled_ = true;
}

void body_collector::clear() noexcept
{
    view_ = {};
    spilled_ = false;
    // A large body's memory is not kept for small ones.
    if (copy_.capacity() > 64 * 1024)
        std::string{}.swap(copy_);
    copy_.clear();
}

std::optional<std::string_view> exchange::whole() const noexcept
{
    if (!received || in_pieces)
        return std::nullopt;
    return content.view();
}

void exchange::receive(std::string_view piece, const block_ref& from)
{
    content.append(piece);
    if (in_pieces)
        piece_block_ = from;
    else if (!(block == from))
        content.spill(); // only the head's block is kept for the handler
}

/// Waits until more of the body is here, or its end, or the news that it will not come.
awaitable<void> exchange::wait_for_input()
{
    co_await asio::async_initiate<const asio::deferred_t, void(boost::system::error_code)>(
        [this](auto handler) {
            reader_.park(std::move(handler), req.executor());
            if (owner)
                owner->body_wanted(*this);
        },
        asio::deferred);
    if (owner)
        owner->body_arrived(*this);
}

awaitable<result<std::string_view>> exchange::wait()
{
    if (in_pieces)
        throw std::logic_error{"the body is being read in pieces"};
    body_wanted = true;
    while (!received && failed == rejection::none && owner)
        co_await wait_for_input();
    if (received)
        co_return content.view();
    const rejection_info& why =
        describe(failed == rejection::none ? rejection::body_timeout : failed);
    co_return problem{why.status, std::string{why.title}};
}

awaitable<std::string_view> exchange::read_piece()
{
    in_pieces = true;
    if (std::exchange(piece_given_, false)) {
        content.clear();
        piece_block_.reset();
    }
    while (content.size() == 0 && !received && failed == rejection::none && owner) {
        body_wanted = true;
        co_await wait_for_input();
    }
    if (content.size() != 0) {
        piece_given_ = true;
        co_return content.view();
    }
    if (received)
        co_return std::string_view{};
    const rejection_info& why =
        describe(failed == rejection::none ? rejection::body_timeout : failed);
    throw problem{why.status, std::string{why.title}};
}

void exchange::limit_body(std::uint64_t most) noexcept
{
    if (owner)
        owner->limit_body(*this, most);
}

fields exchange::trailers() const
{
    fields found;
    if (!received)
        return found;
    std::string_view rest = trailer_text; // checked lines, each with its end
    while (!rest.empty()) {
        const std::size_t end = rest.find("\r\n");
        const std::string_view line = rest.substr(0, end);
        const std::size_t colon = line.find(':');
        found.add(line.substr(0, colon), trim_ows(line.substr(colon + 1)));
        rest.remove_prefix(end + 2);
    }
    return found;
}

} // namespace frevo::detail
