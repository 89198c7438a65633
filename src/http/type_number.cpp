// SPDX-License-Identifier: BSL-1.0
// Gives out numbers to types.
#include <frevo/http/type_number.hpp>

#include <map>
#include <mutex>
#include <utility>

namespace frevo::detail {

std::size_t register_type(std::type_index type, bool is_const)
{
    static std::mutex guard;
    static std::map<std::pair<std::type_index, bool>, std::size_t> numbers;
    const std::lock_guard lock{guard};
    return numbers.try_emplace({type, is_const}, numbers.size()).first->second;
}

} // namespace frevo::detail
