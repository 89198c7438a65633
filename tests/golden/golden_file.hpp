// SPDX-License-Identifier: BSL-1.0
// Reads the files of golden requests.
#pragma once

#include <frevo/core/limits.hpp>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace frevo::testing {

/// One file, unescaped.
struct golden_file
{
    std::string name;
    std::string title;
    std::string source;
    frevo::limits bounds;
    std::string input;
    std::string expect; ///< one line end behind each line
};

/// Reads one file from a stream; `name` is used in error messages. Errors: `std::runtime_error`.
golden_file parse_golden(std::istream& in, const std::string& name);

/// Reads one file. Errors: `std::runtime_error` that names file and line.
golden_file read_golden(const std::filesystem::path& file);

/// Reads all files of a folder in the order of their names.
std::vector<golden_file> read_all_golden(const std::filesystem::path& folder);

/// Replaces the escapes of README.md. Errors: `std::runtime_error`.
std::string unescape(std::string_view text);

/// Makes odd bytes readable, so that unescape() gives the text back.
std::string escape(std::string_view text);

} // namespace frevo::testing
