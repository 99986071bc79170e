// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

std::string_view trim(std::string_view text);

/// The text behind a byte order mark of UTF-8, which editors of other systems put first.
std::string_view without_byte_order_mark(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);

/// The text with ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// Whole-string integer, decimal or 0x-prefixed hexadecimal; nothing when it is anything else or
/// does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A size in bytes: `192K`, `1M`, `2G`, `1T` (powers of 1024, in any case, optional `i` and `B`),
/// `0x30000`, `1048576`, `1e6`. Nothing when malformed, negative, or above 2^40.
std::optional<Bytes> parse_size(std::string_view text);

/// The time of an inference in microseconds, above 0 and at most 10^9: `33ms`, `950us`, `0.5s`, or
/// a rate like `30fps`. Nothing for other texts.
std::optional<double> parse_latency(std::string_view text);

/// A share of 0 or more: `5%` -> 0.05. Nothing for other texts.
std::optional<double> parse_share(std::string_view text);

/// 0.0123 -> "+1.23 %"; what rounds to nothing is "+0.00 %", never "-0.00 %".
std::string signed_percent(double fraction, int decimals = 2);

/// 1234567 -> "1,234,567".
std::string with_thousands(std::int64_t value);

/// Shortest exact form that parse_size reads back: 196608 -> "192K", 1000 -> "1000".
std::string format_size(Bytes size);

/// `text`, or where it is longer than `width` bytes (4 or more) its end behind "...": the ends of
/// tensor names tell more than their common beginnings. Never cuts a UTF-8 character.
std::string elide(std::string_view text, std::size_t width);

/// A CSV cell: quoted when it holds a separator, quote or line break, and never starting with a
/// character that spreadsheets run as a formula (= + - @ tab CR), which gets a leading quote mark.
/// Numbers go into cells as they are.
std::string csv_cell(std::string_view text);

}  // namespace spillway
