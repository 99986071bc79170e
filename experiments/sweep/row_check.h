// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spillway {

/// Every row of a sweep ends in a checksum of the rest of its line (64-bit FNV-1a, 16 hexadecimal
/// digits), so that a row that was changed or damaged is noticed wherever the row goes.
constexpr std::string_view row_check_column = "row_check";

/// A header, with or without a line feed, with the column behind its last one.
std::string with_check_column(std::string_view header);
/// A row without line feed, with its checksum as the last cell.
std::string with_row_check(std::string_view row);

/// The row without its checksum; nothing when the checksum is not that of the row.
std::optional<std::string_view> checked_row(std::string_view line);

/// A CSV of which every line gets its column or checksum.
std::string with_row_checks(std::string_view csv);

}  // namespace spillway
