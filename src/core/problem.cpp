// SPDX-License-Identifier: BSL-1.0
// Building and printing of problem documents.
#include <frevo/core/json_text.hpp>
#include <frevo/core/problem.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace frevo {

namespace {

constexpr std::array<std::string_view, 6> own_members{"type",   "title",    "status",
                                                      "detail", "instance", "errors"};

// Appends members of an object, with the commas between them.
class object_writer
{
public:
    explicit object_writer(std::string& out) : out_(out) { out_ += '{'; }

    std::string& name(std::string_view text)
    {
        if (!first_)
            out_ += ',';
        first_ = false;
        append_json_string(out_, text);
        out_ += ':';
        return out_;
    }
    void text(std::string_view member, std::string_view value)
    {
        append_json_string(name(member), value);
    }
    void text_unless_empty(std::string_view member, std::string_view value)
    {
        if (!value.empty())
            text(member, value);
    }
    void end() { out_ += '}'; }

private:
    std::string& out_;
    bool first_ = true;
};

} // namespace

problem::problem(status code, std::string detail) : code_(code), detail_(std::move(detail)) {}

problem& problem::title(std::string text) &
{
    title_ = std::move(text);
    return *this;
}

problem&& problem::title(std::string text) &&
{
    return std::move(title(std::move(text)));
}

problem& problem::type(std::string uri) &
{
    type_ = std::move(uri);
    return *this;
}

problem&& problem::type(std::string uri) &&
{
    return std::move(type(std::move(uri)));
}

problem& problem::instance(std::string uri) &
{
    instance_ = std::move(uri);
    return *this;
}

problem&& problem::instance(std::string uri) &&
{
    return std::move(instance(std::move(uri)));
}

problem& problem::member(std::string name, std::string value) &
{
    // Two members of one name would leave it to the reader which of them counts.
    if (std::find(own_members.begin(), own_members.end(), name) != own_members.end())
        throw std::invalid_argument("frevo: a problem's own member cannot be an extension");
    const auto same = std::find_if(
        members_.begin(), members_.end(), [&](const auto& entry) { return entry.first == name; });
    if (same != members_.end())
        same->second = std::move(value);
    else
        members_.emplace_back(std::move(name), std::move(value));
    return *this;
}

problem&& problem::member(std::string name, std::string value) &&
{
    return std::move(member(std::move(name), std::move(value)));
}

problem& problem::fault(problem_fault entry) &
{
    faults_.push_back(std::move(entry));
    return *this;
}

problem&& problem::fault(problem_fault entry) &&
{
    return std::move(fault(std::move(entry)));
}

problem& problem::header(field id, std::string_view value) &
{
    headers_.add(id, value);
    return *this;
}

problem&& problem::header(field id, std::string_view value) &&
{
    return std::move(header(id, value));
}

std::string_view problem::title() const noexcept
{
    return title_.empty() ? reason_phrase(code_) : std::string_view{title_};
}

std::string problem::to_json() const
{
    std::string out;
    out.reserve(96 + detail_.size() + 96 * faults_.size());
    object_writer document{out};
    document.text_unless_empty("type", type_);
    document.text_unless_empty("title", title());
    append_json_number(document.name("status"), to_int(code_));
    document.text_unless_empty("detail", detail_);
    document.text_unless_empty("instance", instance_);
    for (const auto& [name, value] : members_)
        document.text(name, value);
    if (!faults_.empty()) {
        document.name("errors");
        char before = '[';
        for (const problem_fault& fault : faults_) {
            out += before;
            before = ',';
            object_writer entry{out};
            entry.text("pointer", fault.pointer());
            entry.text("code", fault.code());
            entry.text("detail", fault.detail());
            entry.end();
        }
        out += ']';
    }
    document.end();
    return out;
}

const char* problem::what() const noexcept
{
    if (!detail_.empty())
        return detail_.c_str();
    if (!title_.empty())
        return title_.c_str();
    // Reason phrases are literals, so they end in a zero.
    const std::string_view reason = reason_phrase(code_);
    return reason.empty() ? "problem" : reason.data();
}

} // namespace frevo
