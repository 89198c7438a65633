// SPDX-License-Identifier: BSL-1.0
// The bounded pool of threads behind offload().
#pragma once

#include <frevo/config.hpp>
#include <frevo/http/offload.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace frevo::detail {

/// Threads for blocking work, shared by all workers of a server. Started with the first job.
///
/// Threads: any.
class FREVO_COMPONENT_API offload_pool final : public offload_service
{
public:
    offload_pool(std::size_t threads, std::size_t max_queued) noexcept;
    ~offload_pool() override;

    awaitable<void> run(offload_job& job) override;

    /// Waits for the jobs that run and drops those that wait. Afterwards run() throws a 503
    /// problem.
    void stop();

private:
    struct entry;

    void reserve();
    void submit(entry& waiting);
    bool take_back(entry& waiting);
    void work();

    const std::size_t thread_count_;
    const std::size_t max_queued_;
    std::mutex guard_;
    std::condition_variable wake_;
    std::deque<entry*> queue_;
    std::vector<std::thread> threads_;
    std::size_t places_ = 0; // jobs that wait or run
    bool stopped_ = false;
};

} // namespace frevo::detail
