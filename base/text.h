// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

std::string_view trim(std::string_view text);

/// Returns the text without the UTF-8 byte order mark that some editors write at the beginning of a
/// file.
std::string_view without_byte_order_mark(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);

/// Whether `text` ends with `ending`.
bool ends_with(std::string_view text, std::string_view ending);

/// Returns the text with ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// Returns the integer that the whole text represents, in decimal digits or, after 0x, in
/// hexadecimal digits. Returns nullopt if the text is no integer, or if the integer does not fit
/// into 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// Returns the number that the whole text represents, such as `1.5`, `-2e3` or `inf`; nullopt if
/// the text is no number.
std::optional<double> parse_number(std::string_view text);

/// Returns a size in bytes, for text such as `192K`, `0.5M`, `2G`, `1T`, `0x30000`, `1048576` or
/// `1e6`. Units are powers of 1024, in upper or lower case, with or without `i` and `B` (`KiB`).
/// Returns nullopt for malformed text, and for a size that is negative, above 2^40 or no whole
/// number of bytes.
std::optional<Bytes> parse_size(std::string_view text);

/// Returns the time of an inference in microseconds, for text such as `33ms`, `950us`, `0.5s` or a
/// rate such as `30fps`. The time must be above 0 and at most 10^9 us; otherwise, and for other
/// texts, returns nullopt.
std::optional<double> parse_latency(std::string_view text);

/// Returns a percentage of 0 or more as a fraction: 0.05 for `5%`. Returns nullopt for other texts.
std::optional<double> parse_share(std::string_view text);

/// Returns a fraction as a percentage with a sign: "+1.23 %" for 0.0123. A number that is rounded
/// to zero gives "+0.00 %", never "-0.00 %".
std::string signed_percent(double fraction, int decimals = 2);

/// Returns a number with separators of thousands: "1,234,567" for 1234567.
std::string with_thousands(std::int64_t value);

/// Returns the size as a number with the largest of the units G, M and K that divides the size
/// exactly: "192K" for 196608. Without such a unit, returns the number of bytes: "1000" for 1000.
/// parse_size() reads the result as the same size.
std::string format_size(Bytes size);

/// Shortens `text` to at most `width` bytes: replaces its beginning by "..." if it is longer.
/// Example: elide("conv1/weights", 10) returns "...weights". `width` must be at least 4. The end is
/// kept because names of tensors often have the same beginning. UTF-8 characters are not cut.
std::string elide(std::string_view text, std::size_t width);

/// Returns text as a cell of a CSV. The cell is quoted if it contains a separator, quote or line
/// break. If the text begins with a character that begins a formula in spreadsheets (= + - @ tab
/// CR), the cell gets an apostrophe before the text. Numbers must be written into a CSV without
/// this function.
std::string csv_cell(std::string_view text);

}  // namespace spillway
