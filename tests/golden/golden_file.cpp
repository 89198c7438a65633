// SPDX-License-Identifier: BSL-1.0
// Reads the files of golden requests.

#include "golden/golden_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <stdexcept>

namespace frevo::testing {

namespace {

[[noreturn]] void fail(const std::string& why)
{
    throw std::runtime_error(why);
}

template <class Number>
Number number(std::string_view text, int base = 10)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size())
        fail("not a number: " + std::string{text});
    return value;
}

std::string_view trim(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

void set_limits(frevo::limits& bounds, std::string_view text)
{
    while (!(text = trim(text)).empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(word.size());
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos)
            fail("a limit without a value: " + std::string{word});
        const std::string_view name = word.substr(0, equals);
        const auto value = number<std::size_t>(word.substr(equals + 1));
        if (name == "request_line")
            bounds.request_line = value;
        else if (name == "fields_size")
            bounds.fields_size = value;
        else if (name == "field_count")
            bounds.field_count = value;
        else if (name == "body")
            bounds.body = value;
        else if (name == "chunk_extensions")
            bounds.chunk_extensions = value;
        else if (name == "trailers")
            bounds.trailers = value;
        else
            fail("unknown limit: " + std::string{name});
    }
}

void read_key(golden_file& file, std::string_view key, std::string_view value)
{
    if (key == "title")
        file.title = value;
    else if (key == "source")
        file.source = value;
    else if (key == "limits")
        set_limits(file.bounds, value);
    else if (key == "expect" && !value.empty())
        file.expect = std::string{value} + '\n';
    else if (key != "input" && key != "expect")
        fail("unknown key: " + std::string{key});
}

} // namespace

std::string unescape(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size())
            fail("a backslash at the end of a line");
        if (text[i] == 'r') {
            out += '\r';
        } else if (text[i] == 'n') {
            out += '\n';
        } else if (text[i] == 't') {
            out += '\t';
        } else if (text[i] == '\\') {
            out += '\\';
        } else if (text[i] == 'x') {
            out += static_cast<char>(number<unsigned char>(text.substr(i + 1, 2), 16));
            i += 2;
        } else if (text[i] == '{') {
            const std::size_t colon = text.find(':', i);
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos || colon > end)
                fail("a repetition is written \\{300:text}");
            const std::string part = unescape(text.substr(colon + 1, end - colon - 1));
            const auto times = number<std::uint16_t>(text.substr(i + 1, colon - i - 1));
            for (unsigned n = 0; n < times; ++n)
                out += part;
            i = end;
        } else {
            fail(std::string{"unknown escape: \\"} + text[i]);
        }
    }
    return out;
}

std::string escape(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\r') {
            out += "\\r";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\\') {
            out += "\\\\";
        } else if (byte < 0x20 || byte > 0x7e) {
            out += "\\x";
            out += digits[byte >> 4];
            out += digits[byte & 15];
        } else {
            out += c;
        }
    }
    return out;
}

golden_file parse_golden(std::istream& in, const std::string& name)
{
    golden_file file;
    file.name = name;
    std::string line;
    std::string block;
    for (int at = 1; std::getline(in, line); ++at) {
        try {
            if (line.starts_with("  ")) {
                const std::string_view text = std::string_view{line}.substr(2);
                if (block == "input")
                    file.input += unescape(text);
                else if (block == "expect")
                    file.expect += std::string{text} + '\n';
                else
                    fail("indented lines belong to input or expect");
            } else if (!line.empty()) {
                const std::size_t colon = line.find(':');
                block = line.substr(0, colon);
                if (colon == std::string::npos)
                    fail("a line without a key");
                read_key(file, block, trim(std::string_view{line}.substr(colon + 1)));
            }
        } catch (const std::runtime_error& error) {
            fail(name + ":" + std::to_string(at) + ": " + error.what());
        }
    }
    if (file.title.empty() || file.source.empty() || file.expect.empty())
        fail(name + ": needs title, source, input and expect");
    return file;
}

golden_file read_golden(const std::filesystem::path& path)
{
    std::ifstream in{path};
    return parse_golden(in, path.filename().string());
}

std::vector<golden_file> read_all_golden(const std::filesystem::path& folder)
{
    std::vector<golden_file> files;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        if (entry.path().extension() == ".http")
            files.push_back(read_golden(entry.path()));
    }
    std::sort(files.begin(), files.end(), [](const golden_file& a, const golden_file& b) {
        return a.name < b.name;
    });
    return files;
}

} // namespace frevo::testing
