// SPDX-License-Identifier: BSL-1.0
// Passes over a value, or hands its events to a reader of its own.

#include "features/json_detour.hpp"

#include <utility>

namespace frevo::detail {

void json_detour::begin(std::unique_ptr<dynamic_reader> reader)
{
    reader_ = std::move(reader);
    depth_ = 0;
}

bool json_detour::open(bool wanted)
{
    ++depth_;
    return wanted;
}

bool json_detour::close(bool wanted)
{
    --depth_;
    return scalar(wanted);
}

bool json_detour::scalar(bool wanted)
{
    if (!wanted)
        return false;
    return depth_ > 0 || done();
}

bool json_detour::done()
{
    dynamic_fault fault;
    if (reader_)
        fault = reader_->finish();
    reader_.reset();
    return owner_.detour_done(std::move(fault));
}

bool json_detour::null()
{
    return scalar(!reader_ || reader_->null());
}

bool json_detour::boolean(bool value)
{
    return scalar(!reader_ || reader_->boolean(value));
}

bool json_detour::integer(std::int64_t value, std::string_view text)
{
    return scalar(!reader_ || reader_->integer(value, text));
}

bool json_detour::natural(std::uint64_t value)
{
    return scalar(!reader_ || reader_->natural(value));
}

bool json_detour::real(std::string_view text, double rough)
{
    return scalar(!reader_ || reader_->real(text, rough));
}

bool json_detour::string(std::string_view value)
{
    return scalar(!reader_ || reader_->string(value));
}

bool json_detour::begin_array()
{
    return open(!reader_ || reader_->begin_array());
}

bool json_detour::end_array()
{
    return close(!reader_ || reader_->end_array());
}

bool json_detour::begin_object()
{
    return open(!reader_ || reader_->begin_object());
}

bool json_detour::key(std::string_view name)
{
    return !reader_ || reader_->key(name);
}

bool json_detour::end_object()
{
    return close(!reader_ || reader_->end_object());
}

dynamic_fault nlohmann_fault(int id, std::string_view message)
{
    // "[json.exception.type_error.302] type must be string, but is number"
    if (message.starts_with('[')) {
        const std::size_t end = message.find("] ");
        if (end != std::string_view::npos)
            message.remove_prefix(end + 2);
    }
    constexpr int key_not_found = 403;
    std::string code = "invalid";
    if (id == key_not_found)
        code = "required";
    else if (id / 100 == 3)
        code = "type";
    else if (id / 100 == 4)
        code = "range";
    return {std::move(code), std::string{message}};
}

} // namespace frevo::detail
