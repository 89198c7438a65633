// SPDX-License-Identifier: BSL-1.0
// JSON as a row of events: the seam between the parser and whatever takes the values.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/shape.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace frevo::detail {

/// Takes the parts of a JSON document in their order. Each returns whether to go on.
///
/// Lifetime: texts are valid during the call only.
class json_events
{
public:
    json_events() = default;
    json_events(const json_events&) = delete;
    json_events& operator=(const json_events&) = delete;
    virtual ~json_events() = default;

    virtual bool null() = 0;
    virtual bool boolean(bool value) = 0;
    /// A number without fraction and exponent that fits; `text` is how it was written ("-0").
    virtual bool integer(std::int64_t value, std::string_view text) = 0;
    /// The same above the range of std::int64_t.
    virtual bool natural(std::uint64_t value) = 0;
    /// Any other number; `rough` is its value but for rounding.
    virtual bool real(std::string_view text, double rough) = 0;
    virtual bool string(std::string_view value) = 0;
    virtual bool begin_array() = 0;
    virtual bool end_array() = 0;
    virtual bool begin_object() = 0;
    virtual bool key(std::string_view name) = 0;
    virtual bool end_object() = 0;
};

/// Why a `dynamic` value was refused. An empty code means that it was not.
struct dynamic_fault
{
    std::string code;
    std::string sentence;
};

/// Reads one `dynamic` value from its events.
class dynamic_reader : public json_events
{
public:
    /// Called after the value's last event; stores it.
    virtual dynamic_fault finish() = 0;
};

/// Types that bring their own reading and writing: nlohmann::json and what converts to it.
struct dynamic_shape : shape
{
    std::unique_ptr<dynamic_reader> (*read)(void* value);
    void (*write)(const void* value, std::string& out);
};

/// Makes a fault of an exception of nlohmann_json: its number and its message.
FREVO_API dynamic_fault nlohmann_fault(int id, std::string_view message);

/// Returns the number that a JSON number's text stands for: infinite when too large, zero when too
/// small.
///
/// Exact to the last bit; `rough` only tells too large from too small.
FREVO_API double exact_double(std::string_view text, double rough) noexcept;
FREVO_API float exact_float(std::string_view text, double rough) noexcept;

} // namespace frevo::detail
