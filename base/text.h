// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

std::string_view trim(std::string_view text);

/// The text without a UTF-8 byte order mark at its beginning, which some editors write.
std::string_view without_byte_order_mark(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);

/// The text with ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// The integer that the whole string represents, decimal or hexadecimal with 0x; nothing if the
/// string is anything else or the number does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A size in bytes: `192K`, `1M`, `2G`, `1T` (powers of 1024, in any case, optional `i` and `B`),
/// `0x30000`, `1048576`, `1e6`. Nothing if the text is malformed, negative, or above 2^40.
std::optional<Bytes> parse_size(std::string_view text);

/// The time of an inference in microseconds, above 0 and at most 10^9, from texts such as `33ms`,
/// `950us`, `0.5s` or a rate such as `30fps`. Nothing for other texts.
std::optional<double> parse_latency(std::string_view text);

/// A share of 0 or more: `5%` -> 0.05. Nothing for other texts.
std::optional<double> parse_share(std::string_view text);

/// 0.0123 -> "+1.23 %". A number that is rounded to zero gives "+0.00 %", never "-0.00 %".
std::string signed_percent(double fraction, int decimals = 2);

/// 1234567 -> "1,234,567".
std::string with_thousands(std::int64_t value);

/// The shortest exact text that parse_size() reads back: 196608 -> "192K", 1000 -> "1000".
std::string format_size(Bytes size);

/// `text`, or its end behind "..." if it is longer than `width` bytes (4 or more). The ends of
/// tensor names are kept because their beginnings are often the same. Never cuts a UTF-8 character.
std::string elide(std::string_view text, std::size_t width);

/// Text as a CSV cell. It is quoted if it contains a separator, quote or line break. If it begins
/// with a character that spreadsheets treat as a formula (= + - @ tab CR), it gets a leading quote
/// mark. Numbers go into cells without this function.
std::string csv_cell(std::string_view text);

}  // namespace spillway
