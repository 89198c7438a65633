// SPDX-License-Identifier: BSL-1.0
// How a handler finds the pool of its own server.
#include <frevo/http/offload.hpp>

#include <stdexcept>

namespace frevo::detail {

namespace {

thread_local offload_service* current = nullptr;

} // namespace

offload_job::~offload_job() = default;
offload_service::~offload_service() = default;

offload_service& current_offload()
{
    if (!current)
        throw std::logic_error{"frevo::offload works only on the threads of a server"};
    return *current;
}

offload_service* set_current_offload(offload_service* pool) noexcept
{
    offload_service* before = current;
    current = pool;
    return before;
}

} // namespace frevo::detail
