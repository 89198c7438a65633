// SPDX-License-Identifier: BSL-1.0
// Binds JSON events to a described value and collects every fault on the way.
#pragma once

#include "features/json_detour.hpp"

#include <frevo/core/problem.hpp>
#include <frevo/core/rules.hpp>
#include <frevo/core/shape.hpp>
#include <frevo/features/json_events.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// Reads events into a value by its table.
///
/// The value is filled in place; what the text does not mention stays as it was. When there are
/// faults the value holds what could be read and must not be used.
class json_binder final : public json_events, fault_sink, json_detour::owner
{
public:
    json_binder(const shape& type, void* value, std::size_t fault_limit);

    /// Where the parser finds who takes the next event.
    json_events*& sink() noexcept { return sink_; }

    const std::vector<problem_fault>& faults() const noexcept { return faults_; }
    std::vector<problem_fault>& faults() noexcept { return faults_; }
    /// Whether reading stopped because there were too many faults.
    bool is_full() const noexcept { return full_; }

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
    static constexpr std::size_t no_member = static_cast<std::size_t>(-1);

    /// An array or object that is open.
    struct level
    {
        level(const shape* its_type, void* its_value) : type(its_type), value(its_value) {}

        const shape* type;
        void* value;
        std::uint64_t seen = 0;              // objects: members met, one bit each
        std::uint64_t bad = 0;               // objects: members that do not have their type
        std::uint64_t bad_inside = 0;        // objects: lists with an element that has not its type
        std::size_t at = no_member;          // objects: the member being read; arrays: the element
        std::size_t next = 0;                // objects: the member that probably follows
        void* entry = nullptr;               // maps: the value being read
        std::string_view key{};              // maps: its key
        const constraint* longest = nullptr; // lists and maps: the upper bound on their length
    };

    /// Where the next value goes. Without a type it is skipped.
    struct place
    {
        const shape* type = nullptr;
        void* value = nullptr;
        std::span<const constraint> constraints{};
    };

    place next_place();
    place next_in(level& object_or_list);
    place next_value(); // next_place() inside its optionals
    bool is_too_long(level& list, std::size_t length);

    void begin_dynamic(const place& to);
    void skip();
    void push(const place& to);
    void object_key(level& object, std::string_view name);
    void map_key(level& map, std::string_view name);
    void finish_object(const level& object);
    bool close_list();

    bool mistyped(const shape& wanted, std::string_view got);
    bool out_of_range(const shape& wanted);
    bool unknown_enumerator(const enum_shape& wanted);
    bool refuse(std::string_view code, std::string sentence);
    void add_fault(std::string pointer, std::string_view code, std::string sentence);
    std::string pointer_to(std::size_t depth) const;
    std::string pointer_below(std::size_t depth, std::string_view step) const;

    void fault(std::string below, std::string_view code, std::string sentence) override;
    bool detour_done(dynamic_fault fault) override;

    place root_;
    std::vector<level> levels_;
    std::vector<problem_fault> faults_;
    std::size_t fault_limit_;
    bool full_ = false;
    json_events* sink_ = this;
    json_detour detour_{*this};
    std::string_view checked_; // the member whose rules are being checked
};

} // namespace frevo::detail
