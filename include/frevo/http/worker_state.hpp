// SPDX-License-Identifier: BSL-1.0
// How a server asks the application for the objects of one worker.
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/worker.hpp>

#include <memory>
#include <span>

namespace frevo::detail {

/// The application's objects as one worker's handlers reach them, by `type_number`.
class FREVO_API worker_state
{
public:
    virtual ~worker_state();
    virtual std::span<void* const> slots() const noexcept = 0;
};

/// Makes them: called once on each worker's own thread before it accepts. May throw.
class FREVO_API worker_state_source
{
public:
    virtual ~worker_state_source();
    virtual std::unique_ptr<worker_state> make(const worker& owner) const = 0;
};

} // namespace frevo::detail
