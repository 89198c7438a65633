// SPDX-License-Identifier: BSL-1.0
// JSON as a handler's argument and as its answer, for described structs.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/describe.hpp>
#include <frevo/core/result.hpp>
#include <frevo/http/request.hpp>
#include <frevo/http/response.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace frevo {

/// Limits of reading JSON. What else bounds it is the size of the body.
class json_limits
{
public:
    constexpr json_limits() noexcept = default;

    /// Deepest nesting of arrays and objects. Beyond it: 400.
    /// Default: 32; what is deeper is an attack, or wants a limit of its own.
    constexpr json_limits& depth(std::size_t levels) noexcept
    {
        depth_ = levels;
        return *this;
    }
    constexpr std::size_t depth() const noexcept { return depth_; }

    /// Most faults that one problem document lists; reading stops there.
    /// Default: 64; enough for any form, and it bounds what a hostile body costs.
    constexpr json_limits& faults(std::size_t count) noexcept
    {
        faults_ = count;
        return *this;
    }
    constexpr std::size_t faults() const noexcept { return faults_; }

private:
    std::size_t depth_ = 32;
    std::size_t faults_ = 64;
};

/// The limits for bodies of a type. Specialise it where the default is not enough:
/// `template <> inline constexpr frevo::json_limits frevo::json_limits_of<tree> =
/// frevo::json_limits{}.depth(100);`
template <class T>
inline constexpr json_limits json_limits_of{};

/// A value that arrives or leaves as JSON: `json<draft> input` as a handler's argument,
/// `json{book}` as its answer. It behaves like a pointer: `*input`, `input->title`.
///
/// T is a struct described with BOOST_DESCRIBE_STRUCT, bool, an integer, float, double,
/// std::string, a described enumeration (by its names), or a std::optional, std::vector, std::array
/// or std::map<std::string, ...> of these. With frevo/features/json_dynamic.hpp it may also be
/// nlohmann::json or a type with nlohmann's conversions.
///
/// Reading: the content type must be application/json or end in +json, else 415. Text that is not
/// JSON, not UTF-8 or too deep: 400 with the place. Content that does not fit T or its `rules`: 422
/// with all faults in `errors`, each with a JSON Pointer, a stable code ("required", "type",
/// "range", "length", "enum", "unknown_member", "duplicate") and a sentence. A member is required
/// unless it is a std::optional or `rules` says otherwise; absent, it keeps its initialiser. `null`
/// fits only a std::optional and empties it, just as absence leaves it empty;
/// `nullable<X>` of frevo/core/patch.hpp, which is an optional of an optional, tells the two apart.
/// Integers are written without fraction and exponent; floating-point numbers are read exactly.
///
/// Writing: an empty std::optional is `null`, but an empty nullable member is left out. Infinities
/// and NaN are `null`. Invalid UTF-8 becomes U+FFFD. An enumeration's value without a name is
/// written as its number.
///
/// Threads: a value. Source: RFC 8259, RFC 6901, RFC 9457.
template <class T>
class json
{
public:
    using value_type = T;

    json() requires std::default_initializable<T> : value_{} {}
    json(T value) : value_(std::move(value)) {} // NOLINT: implicit on purpose

    T& operator*() & noexcept { return value_; }
    const T& operator*() const& noexcept { return value_; }
    T&& operator*() && noexcept { return std::move(value_); }
    T* operator->() noexcept { return &value_; }
    const T* operator->() const noexcept { return &value_; }

private:
    T value_;
};

template <class T>
json(T) -> json<T>;

namespace detail {

/// Appends the JSON text of a value.
FREVO_API void append_json(std::string& out, const shape& type, const void* value);

/// Reads JSON text into a value; returns the problem if it does not fit.
FREVO_API std::unique_ptr<problem>
read_json(std::string_view text, const shape& type, void* value, const json_limits& limits);

/// The same for the body of a request, whose content type counts.
FREVO_API std::unique_ptr<problem>
read_json(request& from, const shape& type, void* value, const json_limits& limits);

/// 200 with `application/json`.
FREVO_API response json_response(const shape& type, const void* value);

template <class T>
constexpr void check_readable()
{
    static_assert(
        std::default_initializable<T>,
        "frevo: a type that is read from JSON needs a default constructor");
}

} // namespace detail

/// Reads JSON text. Errors: the problems that `json` names, but for 415.
template <class T>
result<T> read_json(std::string_view text, const json_limits& limits = json_limits_of<T>)
{
    detail::check_readable<T>();
    T value{};
    if (auto refused = detail::read_json(text, detail::shape_of<T>(), &value, limits))
        return std::move(*refused);
    return value;
}

/// Returns the JSON text of a value.
template <class T>
std::string write_json(const T& value)
{
    std::string out;
    detail::append_json(out, detail::shape_of<T>(), &value);
    return out;
}

/// Appends the JSON text of a value.
template <class T>
void append_json(std::string& out, const T& value)
{
    detail::append_json(out, detail::shape_of<T>(), &value);
}

template <class T>
struct extractor;

/// Reads the body. `consumes_body`: it is called when the body has arrived, at most once per
/// request.
template <class T>
struct extractor<json<T>>
{
    static constexpr bool consumes_body = true;

    static result<json<T>> from(request& req)
    {
        detail::check_readable<T>();
        json<T> value;
        if (auto refused =
                detail::read_json(req, detail::shape_of<T>(), &*value, json_limits_of<T>))
            return std::move(*refused);
        return value;
    }
};

template <class T>
struct into_response<json<T>>
{
    static response from(const json<T>& value)
    {
        return detail::json_response(detail::shape_of<T>(), &*value);
    }
};

} // namespace frevo
