// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

std::string_view trim(std::string_view text);

/// Removes a UTF-8 byte order mark, which some editors write at the beginning of a file.
std::string_view without_byte_order_mark(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);

/// The text with ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// The integer that the whole text represents, in decimal or, after 0x, in hexadecimal digits.
/// Nothing if the text is anything else or if the number does not fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// Reads a size in bytes, such as `192K`, `1M`, `2G`, `1T`, `0x30000`, `1048576` or `1e6`. Units
/// are powers of 1024; they may be written in any case and with `i` and `B` (`KiB`). Nothing if the
/// text is malformed or if the size is negative or above 2^40.
std::optional<Bytes> parse_size(std::string_view text);

/// Reads the time of an inference: `33ms`, `950us`, `0.5s`, or a rate such as `30fps`. The result
/// is in microseconds, above 0 and at most 10^9. Nothing for other texts.
std::optional<double> parse_latency(std::string_view text);

/// Reads a percentage of 0 or more as a fraction: 0.05 for `5%`. Nothing for other texts.
std::optional<double> parse_share(std::string_view text);

/// Writes a fraction as a percentage with its sign: "+1.23 %" for 0.0123. A number that is rounded
/// to zero gives "+0.00 %", never "-0.00 %".
std::string signed_percent(double fraction, int decimals = 2);

/// Writes a number with separators of thousands: "1,234,567" for 1234567.
std::string with_thousands(std::int64_t value);

/// Writes a size as the shortest text that parse_size() reads as the same size: "192K" for 196608,
/// "1000" for 1000.
std::string format_size(Bytes size);

/// Returns `text` if it has at most `width` bytes (4 or more), otherwise "..." and the end of
/// `text`. The ends of tensor names are kept because their beginnings are often the same. UTF-8
/// characters are not cut.
std::string elide(std::string_view text, std::size_t width);

/// Writes text as a cell of a CSV. The cell is quoted if it contains a separator, quote or line
/// break. If the text begins with a character that begins a formula in spreadsheets (= + - @ tab
/// CR), the cell gets a leading quote mark. Numbers are written into cells without this function.
std::string csv_cell(std::string_view text);

}  // namespace spillway
