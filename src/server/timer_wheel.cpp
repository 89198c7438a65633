// SPDX-License-Identifier: BSL-1.0
// The wheel's slots.
#include "server/timer_wheel.hpp"

#include <algorithm>
#include <bit>

namespace frevo::detail {

deadline::~deadline()
{
    if (wheel_)
        wheel_->unlink(*this);
}

timer_wheel::timer_wheel(clock::time_point now) noexcept : current_(tick_of(now)) {}

timer_wheel::~timer_wheel()
{
    for (deadline* entry : slots_) {
        while (entry) {
            entry->wheel_ = nullptr;
            entry = entry->next_;
        }
    }
}

// Rounded up, so that a deadline never comes early.
std::uint64_t timer_wheel::tick_of(clock::time_point time) noexcept
{
    const auto since = time.time_since_epoch();
    return static_cast<std::uint64_t>((since + tick - clock::duration{1}) / tick);
}

void timer_wheel::set(deadline& entry, clock::time_point due, clock::time_point now) noexcept
{
    entry.due_ = due;
    entry.armed_ = true;
    const std::uint64_t wanted = tick_of(due);
    if (entry.wheel_ && entry.tick_ <= wanted)
        return;                   // it is moved on when its slot comes up
    if (!entry.wheel_ && !next()) // nothing was run while the wheel was empty
        current_ = std::max(current_, static_cast<std::uint64_t>(now.time_since_epoch() / tick));
    if (entry.wheel_)
        unlink(entry);
    relink(entry, current_);
}

void timer_wheel::relink(deadline& entry, std::uint64_t now_tick) noexcept
{
    const std::uint64_t wanted = std::max(tick_of(entry.due_), now_tick + 1);
    link(entry, std::min(wanted, now_tick + slot_count - 1));
}

void timer_wheel::link(deadline& entry, std::uint64_t at) noexcept
{
    entry.tick_ = at;
    link_slot(entry, at % slot_count);
}

void timer_wheel::link_slot(deadline& entry, std::size_t slot) noexcept
{
    entry.wheel_ = this;
    entry.slot_ = static_cast<std::uint16_t>(slot);
    entry.previous_ = nullptr;
    entry.next_ = slots_[slot];
    if (entry.next_)
        entry.next_->previous_ = &entry;
    slots_[slot] = &entry;
    if (slot < slot_count)
        used_[slot / 64] |= std::uint64_t{1} << (slot % 64);
}

void timer_wheel::unlink(deadline& entry) noexcept
{
    const std::size_t slot = entry.slot_;
    if (entry.previous_)
        entry.previous_->next_ = entry.next_;
    else
        slots_[slot] = entry.next_;
    if (entry.next_)
        entry.next_->previous_ = entry.previous_;
    if (!slots_[slot] && slot < slot_count)
        used_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
    entry.wheel_ = nullptr;
}

void timer_wheel::advance(clock::time_point now) noexcept
{
    const auto now_tick = static_cast<std::uint64_t>(now.time_since_epoch() / tick);
    if (now_tick <= current_)
        return;
    // After a long sleep (or a shift of the clock) one round over all slots is enough.
    const std::uint64_t rounds = std::min<std::uint64_t>(now_tick - current_, slot_count);
    const std::uint64_t first = current_ + 1;
    current_ = now_tick;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::size_t slot = (first + i) % slot_count;
        while (slots_[slot]) { // out of the way of what is linked anew meanwhile
            deadline& entry = *slots_[slot];
            unlink(entry);
            link_slot(entry, running_slot);
        }
    }
    // Taken one by one, since a call may clear, move or destroy any other.
    while (deadline* entry = slots_[running_slot]) {
        unlink(*entry);
        if (!entry->armed_)
            continue;
        if (entry->due_ > now) {
            relink(*entry, current_);
            continue;
        }
        entry->armed_ = false;
        entry->on_deadline(now);
    }
}

std::optional<clock::time_point> timer_wheel::next() const noexcept
{
    for (std::uint64_t at = current_ + 1; at <= current_ + slot_count;) {
        const std::size_t slot = at % slot_count;
        const std::uint64_t word = used_[slot / 64] >> (slot % 64);
        if (word != 0) {
            at += static_cast<std::uint64_t>(std::countr_zero(word));
            return clock::time_point{tick * static_cast<clock::rep>(at)};
        }
        at += 64 - slot % 64;
    }
    return std::nullopt;
}

} // namespace frevo::detail
