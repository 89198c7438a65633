// SPDX-License-Identifier: BSL-1.0
// The JSON parser: bytes in, events out. It keeps the parsing library out of everything else.
#pragma once

#include <frevo/features/json_events.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace frevo::detail {

/// What stopped the parser.
enum class json_error : unsigned char
{
    none,
    stopped,    // an event returned false
    syntax,     // bytes that are not UTF-8, too
    incomplete, // the text ended too early
    extra,      // something follows the document
    depth,      // nested deeper than the limit
    number,     // an exponent beyond all bounds
};

/// Parses JSON text that may come in pieces.
///
/// A byte order mark in front is skipped. Source: RFC 8259.
class json_reader
{
public:
    /// The events go to what `sink` points to at that time, so a receiver can hand over to another.
    json_reader(json_events*& sink, std::size_t depth);
    ~json_reader();
    json_reader(const json_reader&) = delete;
    json_reader& operator=(const json_reader&) = delete;

    /// Parses a piece; `last` says that nothing follows. Returns whether the text is good so far.
    bool feed(std::string_view piece, bool last);

    json_error error() const noexcept { return error_; }
    /// Bytes in front of the place where the parser stopped.
    std::size_t offset() const noexcept { return offset_; }

private:
    struct parser;

    bool skip_mark(std::string_view& piece, bool last);
    bool fail(json_error error) noexcept;

    std::unique_ptr<parser> parser_;
    std::size_t offset_ = 0;
    json_error error_ = json_error::none;
    unsigned char mark_ = 0; // bytes of the byte order mark seen; 3 when past it
};

/// Parses a whole text, without the cost of an object on the heap.
struct json_outcome
{
    json_error error;
    std::size_t offset;
};
json_outcome parse_json(std::string_view text, json_events*& sink, std::size_t depth);

} // namespace frevo::detail
