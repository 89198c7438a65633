// SPDX-License-Identifier: BSL-1.0
// Feeds bytes to a session as a connection would, and writes down what comes out.

#include "golden/transcript.hpp"

#include "golden/golden_file.hpp"
#include "protocol/http1_session.hpp"

#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace frevo::testing {

namespace {

using namespace frevo::detail;

class transcriber
{
public:
    explicit transcriber(const frevo::limits& bounds) : session_(bounds)
    {
        session_.start_next(head_);
    }

    /// Takes one piece; false when the input has been refused.
    bool feed(std::string_view piece)
    {
        for (;;) {
            // A fresh block for every call: whoever keeps an address is found out.
            const auto block = std::make_unique<char[]>(held_.size() + piece.size());
            if (!held_.empty())
                std::memcpy(block.get(), held_.data(), held_.size());
            if (!piece.empty())
                std::memcpy(block.get() + held_.size(), piece.data(), piece.size());
            const std::string_view input{block.get() + held_.size(), piece.size()};
            const session_step step = session_.next(input);
            expect(step.consumed <= piece.size(), "more was consumed than was given");
            switch (step.event) {
            case session_event::need_more:
                expect(step.consumed == piece.size(), "need_more left bytes over");
                if (!in_body_ && session_.head_started())
                    held_ += piece;
                return true;
            case session_event::head:
                print_head(input.data() + step.consumed - head_.size);
                held_.clear();
                break;
            case session_event::body:
                take_body(input.substr(0, step.consumed));
                break;
            case session_event::end:
                finish();
                break;
            case session_event::reject:
                refuse();
                return false;
            }
            piece.remove_prefix(step.consumed);
        }
    }

    std::string result()
    {
        if (in_body_)
            out_ += "unfinished body: " + escape(body_) + '\n';
        else if (session_.head_started() && !refused_)
            out_ += "unfinished head\n";
        return out_;
    }

private:
    static void expect(bool condition, const char* what)
    {
        if (!condition)
            throw std::logic_error(what);
    }

    void line(std::string_view key, std::string_view value)
    {
        out_ += key;
        out_ += ':';
        if (!value.empty())
            out_ += ' ' + escape(value);
        out_ += '\n';
    }

    void print_head(const char* base)
    {
        const bool is_1_1 = head_.version == http_version::http_1_1;
        out_ += escape(head_.method_text.in(base)) + ' ' + escape(head_.target.in(base)) +
                (is_1_1 ? " HTTP/1.1\n" : " HTTP/1.0\n");
        expect(parse_method(head_.method_text.in(base)) == head_.method, "the method's number");
        if (head_.form == target_form::absolute)
            line("form", "absolute");
        else if (head_.form == target_form::authority)
            line("form", "authority");
        else if (head_.form == target_form::asterisk)
            line("form", "asterisk");
        if (head_.form == target_form::origin || head_.form == target_form::absolute)
            line("path", head_.path.size == 0 ? "/" : head_.path.in(base));
        if (head_.has_query)
            line("query", head_.query.in(base));
        line("host", head_.authority.in(base));
        for (const field_line field : fields_view{base, head_.fields}) {
            expect(field.id == parse_field(field.name), "the field's number");
            line(
                "field", std::string{field.name} + " =" +
                             (field.value.empty() ? "" : " " + std::string{field.value}));
        }
        if (head_.framing == body_framing::length)
            line("framing", "length " + std::to_string(head_.content_length));
        else if (head_.framing == body_framing::chunked)
            line("framing", "chunked");
        if (head_.expects_continue)
            line("expects", "continue");
        if (head_.unknown_expectation)
            line("expects", "something unknown");
        in_body_ = true;
    }

    void take_body(std::string_view taken)
    {
        expect(!session_.body_pieces().empty(), "a body event without pieces");
        for (const std::string_view piece : session_.body_pieces()) {
            expect(!piece.empty(), "an empty piece");
            expect(
                piece.data() >= taken.data() &&
                    piece.data() + piece.size() <= taken.data() + taken.size(),
                "a piece outside of the input");
            body_ += piece;
        }
    }

    void print_body()
    {
        if (!body_.empty())
            line("body", body_);
        body_.clear();
        in_body_ = false;
    }

    void finish()
    {
        print_body();
        out_ += head_.keep_alive ? "end, keep-alive\n" : "end, close\n";
        session_.start_next(head_);
    }

    void refuse()
    {
        print_body();
        refused_ = true;
        const rejection_info& why = describe(session_.why());
        out_ += "reject " + std::string{why.name} + ", status " +
                std::to_string(to_int(why.status)) + ", close\n";
        expect(session_.next("GET / HTTP/1.1\r\n").event == session_event::reject, "it goes on");
    }

    http1_session session_;
    request_head head_;
    std::string held_; // the bytes of an unfinished head
    std::string body_;
    std::string out_;
    bool in_body_ = false;
    bool refused_ = false;
};

} // namespace

std::string
transcribe(std::string_view input, const frevo::limits& bounds, std::span<const std::size_t> cuts)
{
    transcriber run{bounds};
    std::size_t at = 0;
    for (const std::size_t cut : cuts) {
        if (!run.feed(input.substr(at, cut - at)))
            return run.result();
        at = cut;
    }
    run.feed(input.substr(at));
    return run.result();
}

std::string transcribe_bytewise(std::string_view input, const frevo::limits& bounds)
{
    std::vector<std::size_t> cuts(input.size());
    std::iota(cuts.begin(), cuts.end(), std::size_t{0});
    return transcribe(input, bounds, cuts);
}

} // namespace frevo::testing
