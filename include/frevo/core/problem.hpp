// SPDX-License-Identifier: BSL-1.0
// The RFC 9457 problem document: how every refusal reaches a client.
#pragma once

#include <frevo/config.hpp>
#include <frevo/core/fields.hpp>
#include <frevo/core/status.hpp>

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frevo {

/// One fault of a request's content: where it is, a stable code and a sentence.
class problem_fault
{
public:
    problem_fault(std::string pointer, std::string code, std::string detail)
        : pointer_(std::move(pointer)), code_(std::move(code)), detail_(std::move(detail))
    {}

    /// JSON Pointer into the body ("/items/0/name"), or "#query/limit"-like text for other places.
    /// Source: RFC 6901.
    const std::string& pointer() const noexcept { return pointer_; }
    /// Stable word for programs, such as "required" or "length".
    const std::string& code() const noexcept { return code_; }
    /// Sentence for people.
    const std::string& detail() const noexcept { return detail_; }

private:
    std::string pointer_;
    std::string code_;
    std::string detail_;
};

/// A problem document. It can be returned from a handler or thrown.
///
/// The title defaults to the status code's reason phrase, the type to "about:blank" (left out of
/// the document). Threads: a value. Source: RFC 9457.
class FREVO_API problem : public std::exception
{
public:
    explicit problem(status code, std::string detail = {});

    /// Sets a title other than the reason phrase.
    problem& title(std::string text) &;
    problem&& title(std::string text) &&;
    /// Sets the URI reference that names the kind of problem.
    problem& type(std::string uri) &;
    problem&& type(std::string uri) &&;
    /// Sets the URI reference of this occurrence.
    problem& instance(std::string uri) &;
    problem&& instance(std::string uri) &&;
    /// Adds an extension member whose value is text. Source: RFC 9457 section 3.2.
    problem& member(std::string name, std::string value) &;
    problem&& member(std::string name, std::string value) &&;
    /// Adds one entry to the "errors" array.
    problem& fault(problem_fault entry) &;
    problem&& fault(problem_fault entry) &&;
    /// Adds a response field, such as `Retry-After`. Errors: as `fields::add`.
    problem& header(field id, std::string_view value) &;
    problem&& header(field id, std::string_view value) &&;

    status code() const noexcept { return code_; }
    std::string_view title() const noexcept;
    const std::string& detail() const noexcept { return detail_; }
    const std::vector<problem_fault>& faults() const noexcept { return faults_; }
    const fields& headers() const noexcept { return headers_; }

    /// Prints the document as JSON (application/problem+json). Invalid UTF-8 is replaced by U+FFFD.
    std::string to_json() const;

    /// The detail, else the title. Lifetime: until the problem changes.
    const char* what() const noexcept override;

private:
    status code_;
    std::string title_;
    std::string detail_;
    std::string type_;
    std::string instance_;
    std::vector<std::pair<std::string, std::string>> members_;
    std::vector<problem_fault> faults_;
    fields headers_;
};

} // namespace frevo
