// SPDX-License-Identifier: BSL-1.0
// Many deadlines, one timer: moving a deadline further away costs one store.
#pragma once

#include <frevo/http/time.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace frevo::detail {

class timer_wheel;

/// Something that happens when a time has passed. Lives in its owner; leaves the wheel when
/// destroyed.
class deadline
{
public:
    deadline() = default;
    deadline(const deadline&) = delete;
    deadline& operator=(const deadline&) = delete;

    /// When it is due; meaningless while it is not set.
    clock::time_point due() const noexcept { return due_; }
    bool is_set() const noexcept { return armed_; }

protected:
    virtual ~deadline();

    /// Called once when it is due; it is no longer set then and may be set again.
    virtual void on_deadline(clock::time_point now) noexcept = 0;

private:
    friend class timer_wheel;

    timer_wheel* wheel_ = nullptr; // linked when not null
    deadline* previous_ = nullptr;
    deadline* next_ = nullptr;
    clock::time_point due_{};
    std::uint64_t tick_ = 0; // of the slot it is linked in; at or before due_
    std::uint16_t slot_ = 0;
    bool armed_ = false;
};

/// A hashed wheel of deadlines. The time is given from outside, so tests need not sleep.
///
/// A deadline further away than the horizon waits in the last slot and is moved on from there; one
/// that was put off stays in its slot and is moved when that slot comes up. Threads: one.
class timer_wheel
{
public:
    /// Deadlines are met this much late at most (besides the load of the thread).
    static constexpr clock::duration tick = std::chrono::milliseconds{10};
    static constexpr std::size_t slot_count = 512;

    explicit timer_wheel(clock::time_point now) noexcept;
    timer_wheel(const timer_wheel&) = delete;
    timer_wheel& operator=(const timer_wheel&) = delete;
    ~timer_wheel();

    /// Sets or moves a deadline.
    void set(deadline& entry, clock::time_point due, clock::time_point now) noexcept;

    /// Unsets it. Cheap: it stays linked until its slot comes up.
    void clear(deadline& entry) noexcept { entry.armed_ = false; }

    /// Calls what is due.
    void advance(clock::time_point now) noexcept;

    /// When advance() should be called next; nothing while the wheel is empty.
    std::optional<clock::time_point> next() const noexcept;

private:
    friend class deadline;

    static std::uint64_t tick_of(clock::time_point time) noexcept;
    void link(deadline& entry, std::uint64_t at) noexcept;
    void link_slot(deadline& entry, std::size_t slot) noexcept;
    void unlink(deadline& entry) noexcept;
    void relink(deadline& entry, std::uint64_t now_tick) noexcept;

    std::uint64_t current_;                                 // the last tick that was run
    static constexpr std::size_t running_slot = slot_count; // what advance() is about to call
    std::array<deadline*, slot_count + 1> slots_{};
    std::array<std::uint64_t, slot_count / 64> used_{};
};

} // namespace frevo::detail
