// SPDX-License-Identifier: BSL-1.0
// JSON through nlohmann_json: documents of unknown shape, and types with nlohmann's conversions.
#pragma once

#include <frevo/features/json.hpp>
#include <frevo/features/json_events.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace frevo::detail {

/// nlohmann::json, nlohmann::ordered_json and other basic_json types.
template <class T>
concept nlohmann_document = requires
{
    typename T::object_t;
    typename T::array_t;
    typename T::value_t;
    typename T::json_pointer;
};

/// Types that nlohmann::json converts from and to.
template <class T>
concept nlohmann_convertible = std::is_constructible_v<nlohmann::json, const T&> &&
    requires(const nlohmann::json& document, T& value)
{
    document.get_to(value);
};

/// Types that go through nlohmann_json, because frevo does not know them by itself.
template <class T>
concept nlohmann_value = !native_value<T> && !std::is_arithmetic_v<T> && !std::is_pointer_v<T> &&
                         (nlohmann_document<T> || nlohmann_convertible<T>);

/// Builds a document from events.
template <class Document>
class document_reader : public dynamic_reader
{
public:
    explicit document_reader(Document& root) : root_(root) {}

    bool null() override
    {
        next() = nullptr;
        return true;
    }
    bool boolean(bool value) override
    {
        next() = value;
        return true;
    }
    bool integer(std::int64_t value, std::string_view) override
    {
        // As nlohmann's own parser does: what has no sign is unsigned.
        if (value >= 0)
            return natural(static_cast<std::uint64_t>(value));
        next() = static_cast<typename Document::number_integer_t>(value);
        return true;
    }
    bool natural(std::uint64_t value) override
    {
        next() = static_cast<typename Document::number_unsigned_t>(value);
        return true;
    }
    bool real(std::string_view text, double rough) override
    {
        const double value = exact_double(text, rough);
        if (!std::isfinite(value))
            refuse("range", "holds a number that is too large");
        next() = static_cast<typename Document::number_float_t>(value);
        return true;
    }
    bool string(std::string_view value) override
    {
        next() = typename Document::string_t(value);
        return true;
    }
    bool begin_array() override { return open(Document::array()); }
    bool end_array() override { return close(); }
    bool begin_object() override { return open(Document::object()); }
    bool key(std::string_view name) override
    {
        Document& object = *open_.back();
        const auto size = object.size();
        member_ = &object[typename Document::string_t(name)];
        if (object.size() == size)
            refuse("duplicate", "holds the member \"" + std::string{name} + "\" more than once");
        return true;
    }
    bool end_object() override { return close(); }

    dynamic_fault finish() override { return fault_; }

private:
    /// Where the next value goes. What is open stays where it is: only the innermost list grows.
    Document& next()
    {
        if (open_.empty())
            return root_;
        Document& outer = *open_.back();
        if (!outer.is_array())
            return *member_;
        outer.push_back(nullptr);
        return outer.back();
    }
    bool open(Document empty)
    {
        Document& value = next();
        value = std::move(empty);
        open_.push_back(&value);
        return true;
    }
    bool close()
    {
        open_.pop_back();
        return true;
    }
    void refuse(std::string code, std::string sentence)
    {
        if (fault_.code.empty())
            fault_ = {std::move(code), std::move(sentence)};
    }

    Document& root_;
    std::vector<Document*> open_;
    Document* member_ = nullptr;
    dynamic_fault fault_;
};

/// Builds a document first, then converts it.
template <class T>
class converting_reader final : public dynamic_reader
{
public:
    explicit converting_reader(T& value) : value_(value) {}

    bool null() override { return inner_.null(); }
    bool boolean(bool value) override { return inner_.boolean(value); }
    bool integer(std::int64_t value, std::string_view text) override
    {
        return inner_.integer(value, text);
    }
    bool natural(std::uint64_t value) override { return inner_.natural(value); }
    bool real(std::string_view text, double rough) override { return inner_.real(text, rough); }
    bool string(std::string_view value) override { return inner_.string(value); }
    bool begin_array() override { return inner_.begin_array(); }
    bool end_array() override { return inner_.end_array(); }
    bool begin_object() override { return inner_.begin_object(); }
    bool key(std::string_view name) override { return inner_.key(name); }
    bool end_object() override { return inner_.end_object(); }

    dynamic_fault finish() override
    {
        dynamic_fault fault = inner_.finish();
        if (!fault.code.empty())
            return fault;
        try {
            document_.get_to(value_);
        } catch (const nlohmann::json::exception& error) {
            return nlohmann_fault(error.id, error.what());
        }
        return fault;
    }

private:
    T& value_;
    nlohmann::json document_;
    document_reader<nlohmann::json> inner_{document_};
};

template <nlohmann_value T>
struct shape_maker<T>
{
    using type = dynamic_shape;

    static std::unique_ptr<dynamic_reader> read(void* at)
    {
        if constexpr (nlohmann_document<T>)
            return std::make_unique<document_reader<T>>(*static_cast<T*>(at));
        else
            return std::make_unique<converting_reader<T>>(*static_cast<T*>(at));
    }
    static void write(const void* at, std::string& out)
    {
        const T& value = *static_cast<const T*>(at);
        if constexpr (nlohmann_document<T>) {
            out += value.dump(-1, ' ', false, T::error_handler_t::replace);
        } else {
            const nlohmann::json document(value);
            out += document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        }
    }
    static constexpr type make() noexcept { return {{shape_kind::dynamic}, &read, &write}; }
};

} // namespace frevo::detail
