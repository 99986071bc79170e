// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// Every row of a sweep ends in a checksum of the rest of its line (64-bit FNV-1a, 16 hexadecimal
/// digits), so that a damaged or edited row is detected even in a copy of the file.
constexpr std::string_view row_check_column = "row_check";

/// Appends the checksum's column to a header with or without line feed.
std::string with_check_column(std::string_view header);
/// Appends the checksum to a row without line feed.
std::string with_row_check(std::string_view row);

/// The row without its checksum; nothing if the checksum is wrong.
std::optional<std::string_view> checked_row(std::string_view line);

/// Appends a checksum to every row of a CSV, and the name of the checksums' column to its header.
std::string with_row_checks(std::string_view csv);

}  // namespace spillway
