// SPDX-License-Identifier: BSL-1.0
// Finds a described member by its name.
#pragma once

#include <frevo/core/describe.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace frevo::detail {

/// name_head() of a name, with two loads that overlap where it is shorter than eight bytes.
inline std::uint64_t fast_head(std::string_view name)
{
    if constexpr (std::endian::native != std::endian::little)
        return name_head(name);
    const char* const text = name.data();
    const std::size_t size = name.size();
    if (size >= 8) {
        std::uint64_t all;
        std::memcpy(&all, text, 8);
        return all;
    }
    if (size >= 4) {
        std::uint32_t low;
        std::uint32_t high;
        std::memcpy(&low, text, 4);
        std::memcpy(&high, text + size - 4, 4);
        return low | std::uint64_t{high} << (8 * (size - 4));
    }
    return name_head(name);
}

/// The index of a member, or the number of members. `guess` is where to look first.
inline std::size_t find_member(const object_shape& type, std::string_view name, std::size_t guess)
{
    const std::uint64_t head = fast_head(name);
    const auto is_it = [head, name](const member_shape& member) {
        return member.head == head && member.name.size() == name.size() &&
               (name.size() <= 8 ||
                std::memcmp(member.name.data() + 8, name.data() + 8, name.size() - 8) == 0);
    };
    const member_shape* const members = type.members.data();
    const std::size_t count = type.members.size();
    // Clients tend to send members in the order of the struct, or in one order of their own.
    if (guess < count && is_it(members[guess]))
        return guess;
    std::size_t found = 0;
    while (found < count && !is_it(members[found]))
        ++found;
    return found;
}

} // namespace frevo::detail
