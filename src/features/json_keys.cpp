// SPDX-License-Identifier: BSL-1.0
// Which member of a struct, or which entry of a map, a key of a JSON object means.

#include "features/json_binder.hpp"

#include <bit>
#include <cstring>

namespace frevo::detail {
namespace {

/// name_head() of a name, with two loads that overlap where it is shorter than eight bytes.
std::uint64_t fast_head(std::string_view name)
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
std::size_t find_member(const object_shape& type, std::string_view name, std::size_t guess)
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

} // namespace

bool json_binder::key(std::string_view name)
{
    level& open = levels_.back();
    if (open.type->kind == shape_kind::object)
        object_key(open, name);
    else
        map_key(open, name);
    return !full_;
}

void json_binder::object_key(level& object, std::string_view name)
{
    const auto& type = static_cast<const object_shape&>(*object.type);
    const std::size_t found = find_member(type, name, object.next);
    if (found == type.members.size()) {
        object.at = no_member;
        if (type.refuse_unknown)
            add_fault(
                pointer_below(levels_.size() - 1, name), "unknown_member", "is not known here");
        return;
    }
    const std::uint64_t bit = std::uint64_t{1} << found;
    object.next = found + 1;
    if ((object.seen & bit) != 0) {
        object.at = no_member;
        add_fault(pointer_below(levels_.size() - 1, name), "duplicate", "is there more than once");
        return;
    }
    object.seen |= bit;
    object.at = found;
}

void json_binder::map_key(level& map, std::string_view name)
{
    const auto& type = static_cast<const map_shape&>(*map.type);
    map.entry = nullptr;
    ++map.at;
    if (map.longest != nullptr && is_too_long(map, map.at))
        return;
    map.key = name;
    map.entry = type.insert(map.value, map.key);
    if (map.entry == nullptr)
        add_fault(pointer_below(levels_.size() - 1, name), "duplicate", "is there more than once");
}

} // namespace frevo::detail
