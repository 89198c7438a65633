// SPDX-License-Identifier: BSL-1.0
// Finds the first fault of a head that was refused, so that the reason is the same however it came
// to be.

#include "protocol/head_fault.hpp"

#include "protocol/head_reader.hpp"
#include "protocol/target.hpp"

#include <frevo/core/ascii.hpp>

#include <algorithm>
#include <cstddef>

namespace frevo::detail {

namespace {

/// Reads a head byte by byte and stops at the first fault or at the end of what is there.
class fault_finder
{
public:
    fault_finder(std::string_view text, const limits& bounds) noexcept
        : text_(text), bounds_(bounds)
    {}

    rejection run() noexcept
    {
        if (!request_line())
            return fault_;
        fields_begin_ = at_;
        while (field_line()) {}
        return fault_;
    }

private:
    bool at_end() const noexcept { return at_ == text_.size(); }
    char now() const noexcept { return text_[at_]; }

    /// Stops: with a fault, or with `none` where the text ends.
    bool stop(rejection fault) noexcept
    {
        fault_ = fault;
        return false;
    }

    /// What a byte means that does not fit where it stands: a wrong line end, or the given fault.
    bool misplaced(rejection otherwise) noexcept
    {
        if (now() == '\n')
            return stop(rejection::bare_line_end);
        if (now() != '\r')
            return stop(otherwise);
        if (at_ + 1 == text_.size())
            return stop(rejection::none);
        return stop(text_[at_ + 1] == '\n' ? otherwise : rejection::bare_line_end);
    }

    /// Takes a line end that must stand here.
    bool line_end(rejection otherwise) noexcept
    {
        if (at_end())
            return stop(rejection::none);
        if (now() != '\r')
            return misplaced(otherwise);
        if (at_ + 1 == text_.size())
            return stop(rejection::none);
        if (text_[at_ + 1] != '\n')
            return stop(rejection::bare_line_end);
        at_ += 2;
        return true;
    }

    bool request_line() noexcept
    {
        while (!at_end() && is_token_char(now()))
            ++at_;
        if (!one_blank())
            return false;
        const std::size_t target_begin = at_;
        if (at_ > longest_head(0, bounds_)) // the session refuses it here if nothing follows yet
            return stop(rejection::request_line_too_long);
        while (!at_end() && is_target_char(now())) {
            if (at_ + 1 + version_size > bounds_.request_line)
                return stop(rejection::request_line_too_long);
            ++at_;
        }
        if (at_end())
            return stop(rejection::none);
        if (at_ == target_begin || now() == '\r' || now() == '\n')
            return misplaced(rejection::malformed_request_line);
        if (now() != ' ')
            return stop(rejection::invalid_target);
        if (!target_form(target_begin))
            return false;
        return one_blank() && version() && line_end(rejection::malformed_request_line);
    }

    bool one_blank() noexcept
    {
        if (at_end())
            return stop(rejection::none);
        if (now() != ' ' || at_ == 0)
            return misplaced(rejection::malformed_request_line);
        ++at_;
        return true;
    }

    bool target_form(std::size_t begin) noexcept
    {
        request_head head;
        head.method = parse_method(text_.substr(0, begin - 1));
        head.target = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_ - begin)};
        fault_ = parse_target(text_.data(), head);
        return fault_ == rejection::none;
    }

    bool version() noexcept
    {
        constexpr std::string_view form = "HTTP/d.d";
        const std::size_t begin = at_;
        for (const char expected : form) {
            if (at_end())
                return stop(rejection::none);
            if (expected == 'd' ? !is_digit(now()) : now() != expected)
                return misplaced(rejection::malformed_request_line);
            ++at_;
        }
        const std::string_view found = text_.substr(begin, form.size());
        if (found != "HTTP/1.1" && found != "HTTP/1.0")
            return stop(rejection::unsupported_version);
        return true;
    }

    /// Tells whether the byte here is beyond the limit on all field lines.
    bool too_large() noexcept
    {
        if (at_ - fields_begin_ < std::min(bounds_.fields_size, largest_head))
            return false;
        fault_ = rejection::fields_too_large;
        return true;
    }

    /// Reads one line; false behind the empty one, at the end of the text and at a fault.
    bool field_line() noexcept
    {
        if (at_end())
            return stop(rejection::none);
        if (now() == '\r') {
            if (line_end(rejection::invalid_field))
                return stop(rejection::none);
            return false;
        }
        if (too_large())
            return false;
        if (now() == ' ' || now() == '\t')
            return stop(count_ == 0 ? rejection::invalid_field : rejection::obsolete_folding);
        if (++count_ > bounds_.field_count)
            return stop(rejection::too_many_fields);
        return name() && value();
    }

    bool name() noexcept
    {
        const std::size_t begin = at_;
        while (!at_end() && is_token_char(now())) {
            if (too_large())
                return false;
            if (at_ - begin == longest_name)
                return stop(rejection::fields_too_large);
            ++at_;
        }
        if (at_end())
            return stop(rejection::none);
        if (now() != ':' || at_ == begin)
            return misplaced(rejection::invalid_field);
        if (too_large())
            return false;
        ++at_;
        return true;
    }

    bool value() noexcept
    {
        while (!at_end() && has_class(now(), value_bit)) {
            if (too_large())
                return false;
            ++at_;
        }
        if (!line_end(rejection::invalid_field))
            return false;
        if (at_ - fields_begin_ > std::min(bounds_.fields_size, largest_head))
            return stop(rejection::fields_too_large);
        return true;
    }

    std::string_view text_;
    const limits& bounds_;
    std::size_t at_ = 0;
    std::size_t fields_begin_ = 0;
    std::size_t count_ = 0;
    rejection fault_ = rejection::none;
};

/// Returns the known name of a field line, also of one that is cut off behind its colon.
field name_of(std::string_view line) noexcept
{
    const std::size_t colon = line.find(':');
    return colon == std::string_view::npos ? field::unknown : parse_field(line.substr(0, colon));
}

/// Tells whether a line of this name is there.
bool has_field(std::string_view lines, field id) noexcept
{
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find("\r\n", at), lines.size());
        if (name_of(lines.substr(at, end - at)) == id)
            return true;
        at = end + 2;
    }
    return false;
}

/// Returns what a field that is about the body's length must have been refused for; else `none`.
rejection guess_framing(std::string_view head) noexcept
{
    if (has_field(head, field::content_length) && has_field(head, field::transfer_encoding))
        return rejection::conflicting_framing;
    // llhttp notices some of it only at the end of the line or at the next one.
    std::size_t end = head.size();
    std::size_t last = head.rfind("\r\n");
    if (last + 3 >= head.size()) {
        end = last;
        last = head.rfind("\r\n", last - 1);
    }
    if (last >= end)
        return rejection::none;
    const field id = name_of(head.substr(last + 2, end - last - 2));
    if (id == field::content_length)
        return rejection::invalid_content_length;
    return id == field::transfer_encoding ? rejection::invalid_transfer_encoding : rejection::none;
}

} // namespace

rejection find_fault(std::string_view head, const limits& bounds) noexcept
{
    return fault_finder{head, bounds}.run();
}

rejection guess_fault(std::string_view head) noexcept
{
    const char last = head.empty() ? '\0' : head.back();
    const std::size_t last_line = head.rfind("\r\n");
    if (last_line == std::string_view::npos) {
        const std::size_t method_end = head.find(' ');
        const bool in_version = head.find(' ', method_end + 1) != std::string_view::npos;
        return in_version || last == '\r' ? rejection::malformed_request_line
                                          : rejection::invalid_target;
    }
    const rejection framing = guess_framing(head);
    if (framing != rejection::none)
        return framing;
    const bool behind_name = head.find(':', last_line) != std::string_view::npos;
    return last == '\n' || (last == '\r' && behind_name) ? rejection::bare_line_end
                                                         : rejection::invalid_field;
}

} // namespace frevo::detail
