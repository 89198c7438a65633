// SPDX-License-Identifier: BSL-1.0
// The service of a frozen application: finds the endpoint of a request.
#pragma once

#include "routing/radix_tree.hpp"

#include <frevo/core/method.hpp>
#include <frevo/http/service.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace frevo::detail {

/// Routes by path and method. Filled once, then immutable. Threads: any.
class routing_table final : public service
{
public:
    /// Endpoints that stand for all paths; none is null while the table serves.
    struct general_endpoints
    {
        std::unique_ptr<endpoint> not_found;
        std::unique_ptr<endpoint> bad_target;
        std::unique_ptr<endpoint> not_implemented;
        std::unique_ptr<endpoint> server_options;
    };

    /// Adds a route. Returns the leaf it belongs to, which routes of the same shape share.
    std::uint32_t add(method verb, const endpoint& target);

    /// Sets what answers for a leaf's path when its routes do not.
    void set_fallbacks(
        std::uint32_t number, std::unique_ptr<endpoint> wrong, std::unique_ptr<endpoint> options);

    void set_general(general_endpoints general) noexcept { general_ = std::move(general); }

    /// After the last `add`.
    void freeze() { tree_.freeze(); }

    const radix_tree& tree() const noexcept { return tree_; }
    std::size_t leaf_count() const noexcept { return leaves_.size(); }

    /// Source: RFC 9110 section 9 and section 15.5.6.
    const endpoint& resolve(request& req) const noexcept override;

private:
    struct leaf
    {
        std::array<const endpoint*, method_count> by_method{};
        std::unique_ptr<endpoint> wrong_method;
        std::unique_ptr<endpoint> options;
    };

    const endpoint& find(request& req) const noexcept;

    radix_tree tree_;
    std::vector<leaf> leaves_;
    general_endpoints general_;
};

/// Tells whether every '%' of a path begins an escape. Source: RFC 3986 section 2.1.
bool has_whole_escapes(std::string_view path) noexcept;

} // namespace frevo::detail
