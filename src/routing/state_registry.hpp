// SPDX-License-Identifier: BSL-1.0
// The objects an application provides, and what each worker's handlers reach of them.
#pragma once

#include <frevo/http/worker_state.hpp>
#include <frevo/routing/state.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace frevo::detail {

/// All provided objects. Immutable while the server runs. Threads: any for `make`.
class state_registry final : public worker_state_source
{
public:
    void add(provided_state object);

    /// What provides this number (of a type, or of the const type), or null.
    const provided_state* find(std::size_t number) const noexcept;

    /// What provides the const type with this number only, or null: for hints.
    const provided_state* find_shared(std::size_t const_number) const noexcept;

    /// Appends a finding for every type that is provided twice, and for null pointers.
    void check(std::vector<std::string>& findings) const;

    std::unique_ptr<worker_state> make(const worker& owner) const override;

private:
    std::vector<provided_state> provided_;
};

/// "main.cpp:12".
std::string place_text(const char* file, int line);

} // namespace frevo::detail
