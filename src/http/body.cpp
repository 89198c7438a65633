// SPDX-License-Identifier: BSL-1.0
// Access to a body's bytes whatever holds them, and its copies and moves.
#include <frevo/http/body.hpp>

#include <new>

namespace frevo {

body body::produced(body_producer producer, std::optional<std::uint64_t> size)
{
    body made;
    auto held = std::make_shared<production>(production{std::move(producer), size});
    new (&made.produced_) std::shared_ptr<production>{std::move(held)};
    made.kind_ = kind::produced;
    return made;
}

std::string_view body::view() const noexcept
{
    switch (kind_) {
    case kind::fixed:
        return fixed_;
    case kind::owned:
        return owned_;
    case kind::shared:
        return shared_ ? std::string_view{*shared_} : std::string_view{};
    case kind::produced:
        break;
    }
    return {};
}

body_producer* body::producer() noexcept
{
    return kind_ == kind::produced ? &produced_->call : nullptr;
}

std::optional<std::uint64_t> body::known_size() const noexcept
{
    return kind_ == kind::produced ? produced_->size : view().size();
}

/// Precondition of this and the next: this body holds nothing.
void body::copy(const body& other)
{
    switch (other.kind_) {
    case kind::fixed:
        fixed_ = other.fixed_;
        break;
    case kind::owned:
        new (&owned_) std::string{other.owned_};
        break;
    case kind::shared:
        new (&shared_) std::shared_ptr<const std::string>{other.shared_};
        break;
    case kind::produced:
        new (&produced_) std::shared_ptr<production>{other.produced_};
        break;
    }
    kind_ = other.kind_;
}

void body::take_held(body& other) noexcept
{
    switch (other.kind_) {
    case kind::fixed:
        break;
    case kind::owned:
        new (&owned_) std::string{std::move(other.owned_)};
        break;
    case kind::shared:
        new (&shared_) std::shared_ptr<const std::string>{std::move(other.shared_)};
        break;
    case kind::produced:
        new (&produced_) std::shared_ptr<production>{std::move(other.produced_)};
        break;
    }
    kind_ = other.kind_;
    other.clear_held();
}

void body::clear_held() noexcept
{
    switch (kind_) {
    case kind::fixed:
        break;
    case kind::owned:
        owned_.~basic_string();
        break;
    case kind::shared:
        shared_.~shared_ptr();
        break;
    case kind::produced:
        produced_.~shared_ptr();
        break;
    }
    kind_ = kind::fixed;
    new (&fixed_) std::string_view{};
}

} // namespace frevo
