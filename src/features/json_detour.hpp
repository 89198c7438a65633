// SPDX-License-Identifier: BSL-1.0
// Passes over a value, or hands its events to a reader of its own.
#pragma once

#include <frevo/features/json_events.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace frevo::detail {

/// Passes over the events of one value, or hands them to the reader of a `dynamic` value.
///
/// While it is at work it is the parser's sink; then it puts its owner back.
class json_detour final : public json_events
{
public:
    /// What happens when the value is complete.
    class owner
    {
    public:
        virtual bool detour_done(dynamic_fault fault) = 0;

    protected:
        ~owner() = default;
    };

    explicit json_detour(owner& back) : owner_(back) {}

    /// Begins at a value whose first event has not been seen. Without a reader the value is
    /// skipped.
    void begin(std::unique_ptr<dynamic_reader> reader);

    bool null() override;
    bool boolean(bool value) override;
    bool integer(std::int64_t value, std::string_view text) override;
    bool natural(std::uint64_t value) override;
    bool real(std::string_view text, double rough) override;
    bool string(std::string_view value) override;
    bool begin_array() override;
    bool end_array() override;
    bool begin_object() override;
    bool key(std::string_view name) override;
    bool end_object() override;

private:
    bool open(bool wanted);
    bool close(bool wanted);
    bool scalar(bool wanted);
    bool done();

    owner& owner_;
    std::unique_ptr<dynamic_reader> reader_;
    std::size_t depth_ = 0;
};

} // namespace frevo::detail
