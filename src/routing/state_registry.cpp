// SPDX-License-Identifier: BSL-1.0
// Keeps the application's objects, and makes those of a worker on the worker's thread.
#include "routing/state_registry.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace frevo::detail {

namespace {

/// The objects of one worker, by type number, and those that belong to it.
class worker_objects final : public worker_state
{
public:
    ~worker_objects() override
    {
        while (!owned_.empty()) // later ones may use earlier ones
            owned_.pop_back();
    }

    std::span<void* const> slots() const noexcept override { return slots_; }

    void set(std::size_t number, void* object)
    {
        if (slots_.size() <= number)
            slots_.resize(number + 1, nullptr);
        slots_[number] = object;
    }

    void own(held_object object) { owned_.push_back(std::move(object)); }

private:
    std::vector<void*> slots_;
    std::vector<held_object> owned_;
};

std::string_view verb(state_kind kind) noexcept
{
    switch (kind) {
    case state_kind::shared:
        return "share";
    case state_kind::shared_mutable:
        return "share_mutable";
    case state_kind::per_worker:
        return "per_worker";
    }
    return {};
}

} // namespace

state_factory::~state_factory() = default;

std::string place_text(const char* file, int line)
{
    return std::string{file} + ':' + std::to_string(line);
}

void state_registry::add(provided_state object)
{
    provided_.push_back(std::move(object));
}

const provided_state* state_registry::find(std::size_t number) const noexcept
{
    for (const provided_state& each : provided_) {
        const bool mutable_too = each.kind != state_kind::shared;
        if (each.const_number == number || (mutable_too && each.number == number))
            return &each;
    }
    return nullptr;
}

const provided_state* state_registry::find_shared(std::size_t const_number) const noexcept
{
    for (const provided_state& each : provided_) {
        if (each.const_number == const_number && each.kind == state_kind::shared)
            return &each;
    }
    return nullptr;
}

void state_registry::check(std::vector<std::string>& findings) const
{
    for (auto each = provided_.begin(); each != provided_.end(); ++each) {
        const std::string place = place_text(each->file, each->line);
        if (each->kind != state_kind::per_worker && each->object == nullptr) {
            findings.push_back(
                place + ": the pointer given to " + std::string{verb(each->kind)} + " is null");
        }
        const auto first = std::find_if(provided_.begin(), each, [&](const auto& other) {
            return other.number == each->number;
        });
        if (first == each)
            continue;
        findings.push_back(
            place + ": " + std::string{verb(each->kind)} + " provides the type " +
            std::string{each->type} + " a second time; the first is " +
            std::string{verb(first->kind)} + " at " + place_text(first->file, first->line));
    }
}

std::unique_ptr<worker_state> state_registry::make(const worker& owner) const
{
    auto made = std::make_unique<worker_objects>();
    worker own = owner; // factories take it as mutable
    for (const provided_state& each : provided_) {
        void* object = each.object;
        if (each.factory) {
            held_object held = each.factory->make(own);
            object = held.get();
            made->own(std::move(held));
        }
        made->set(each.const_number, object);
        if (each.kind != state_kind::shared)
            made->set(each.number, object);
    }
    return made;
}

} // namespace frevo::detail
