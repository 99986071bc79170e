// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// Every row of a sweep ends in a checksum of the text before it (64-bit FNV-1a, 16 hexadecimal
/// digits). The checksum detects a damaged or edited row, even in a copy of the file.
constexpr std::string_view row_check_column = "row_check";

/// Returns a CSV header with the name of the checksum column appended. `header` may end in a line
/// feed.
std::string with_check_column(std::string_view header);
/// Returns `row` with its checksum appended. `row` must not end in a line feed.
std::string with_row_check(std::string_view row);

/// Returns the row without its checksum; nothing if the checksum does not match the row.
std::optional<std::string_view> checked_row(std::string_view line);

/// Returns a CSV with a checksum appended to every row, and with the name of the checksum column
/// appended to the header.
std::string with_row_checks(std::string_view csv);

}  // namespace spillway
