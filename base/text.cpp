// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/utf8.h"

namespace spillway {
namespace {

constexpr Bytes largest_size = Bytes{1} << 40;

std::optional<int> unit_shift(std::string_view unit) {
  if (unit.empty() || unit == "B" || unit == "b") return 0;
  const std::string tail = lower_case(unit.substr(1));
  if (!tail.empty() && tail != "b" && tail != "i" && tail != "ib") return std::nullopt;
  switch (unit[0]) {
    case 'k':
    case 'K':
      return 10;
    case 'm':
    case 'M':
      return 20;
    case 'g':
    case 'G':
      return 30;
    case 't':
    case 'T':
      return 40;
    default:
      return std::nullopt;
  }
}

struct Quantity {
  double number = 0;
  std::string_view unit;
};

// Returns a finite number and the unit after it; nullopt for malformed text.
std::optional<Quantity> number_and_unit(std::string_view text) {
  text = trim(text);
  Quantity quantity;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, quantity.number);
  if (error != std::errc{} || !std::isfinite(quantity.number)) return std::nullopt;
  quantity.unit = trim(text.substr(static_cast<std::size_t>(stop - text.data())));
  return quantity;
}

}  // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, begin)) {
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.emplace_back(text.substr(begin));
  return parts;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
    if (text[0] == '-') return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

namespace {

// Returns the bytes of a size with a decimal fraction and a unit, such as `0.5M`; nullopt for
// malformed text, and for a size that is not a whole number of bytes or is too large. `point` is
// the position of the decimal point.
std::optional<Bytes> parse_fraction(std::string_view text, std::size_t point) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789", point + 1), text.size());
  const std::string_view decimals = text.substr(point + 1, end - point - 1);
  constexpr std::size_t most_decimals = 9;
  const auto whole = parse_integer(text.substr(0, point));
  const auto fraction = parse_integer(decimals);
  const auto shift = unit_shift(trim(text.substr(end)));
  if (!whole || !fraction || !shift || decimals.size() > most_decimals || *whole < 0 ||
      *whole > (largest_size >> *shift)) {
    return std::nullopt;
  }
  // The fraction of the size is digits * 2^shift / 10^decimals. The division by 5^decimals comes
  // first, so that the intermediate results fit into 64 bits.
  Bytes parts = *fraction;
  int twos = *shift;
  for (std::size_t i = 0; i < decimals.size(); ++i, --twos) {
    if (parts % 5 != 0) return std::nullopt;
    parts /= 5;
  }
  for (; twos < 0; ++twos) {
    if (parts % 2 != 0) return std::nullopt;
    parts /= 2;
  }
  const Bytes bytes = (*whole << *shift) + (parts << twos);
  return bytes > largest_size ? std::nullopt : std::optional<Bytes>(bytes);
}

// Returns the value of a number with a power of ten, such as `1e6`; nullopt for malformed text or
// for a number above the largest size. `e` is the position of the letter. A unit is not permitted.
std::optional<Bytes> parse_power(std::string_view text, std::size_t e) {
  const auto number = parse_integer(text.substr(0, e));
  auto zeros = parse_integer(text.substr(e + 1));
  constexpr std::int64_t most_zeros = 12;
  if (!number || !zeros || *number < 0 || *zeros < 0 || *zeros > most_zeros) return std::nullopt;
  Bytes bytes = *number;
  for (; *zeros > 0 && bytes <= largest_size; --*zeros) bytes *= 10;
  return bytes <= largest_size ? std::optional(bytes) : std::nullopt;
}

}  // namespace

std::optional<Bytes> parse_size(std::string_view text) {
  text = trim(text);
  const bool hexadecimal = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const std::size_t digits =
      hexadecimal ? text.size() : std::min(text.find_first_not_of("0123456789"), text.size());
  if (!hexadecimal && digits > 0 && digits < text.size() && text[digits] == '.') {
    return parse_fraction(text, digits);
  }
  const bool power = !hexadecimal && digits > 0 && digits < text.size() &&
                     (text[digits] == 'e' || text[digits] == 'E');
  if (power) return parse_power(text, digits);
  const std::optional<std::int64_t> number = parse_integer(text.substr(0, digits));
  const std::optional<int> shift = unit_shift(trim(text.substr(digits)));
  if (!number || !shift || *number < 0 || *number > (largest_size >> *shift)) return std::nullopt;
  return *number << *shift;
}

std::optional<double> parse_latency(std::string_view text) {
  constexpr double us_per_ms = 1e3, us_per_s = 1e6, most = 1e9;
  const auto quantity = number_and_unit(text);
  if (!quantity || !(quantity->number > 0)) return std::nullopt;
  double us = quantity->number;
  if (quantity->unit == "ms") {
    us *= us_per_ms;
  } else if (quantity->unit == "s") {
    us *= us_per_s;
  } else if (quantity->unit == "fps") {
    us = us_per_s / us;
  } else if (quantity->unit != "us") {
    return std::nullopt;
  }
  return us > 0 && us <= most ? std::optional(us) : std::nullopt;
}

std::optional<double> parse_share(std::string_view text) {
  const auto quantity = number_and_unit(text);
  if (!quantity || quantity->unit != "%" || !(quantity->number >= 0)) return std::nullopt;
  return quantity->number / 100;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

std::string signed_percent(double fraction, int decimals) {
  std::string text = fmt::format("{:+.{}f} %", 100 * fraction, decimals);
  if (text.find_first_not_of("-0. %") == std::string::npos) text.front() = '+';
  return text;
}

std::string with_thousands(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string format_size(Bytes size) {
  if (size != 0 && size % (Bytes{1} << 30) == 0) return fmt::format("{}G", size >> 30);
  if (size != 0 && size % (Bytes{1} << 20) == 0) return fmt::format("{}M", size >> 20);
  if (size != 0 && size % (Bytes{1} << 10) == 0) return fmt::format("{}K", size >> 10);
  return std::to_string(size);
}

std::string elide(std::string_view text, std::size_t width) {
  constexpr std::string_view mark = "...";
  if (text.size() <= width) return std::string(text);
  std::string_view end = text.substr(text.size() - (width - mark.size()));
  while (!end.empty() && continues_utf8(end.front())) end.remove_prefix(1);
  return std::string(mark) + std::string(end);
}

std::string csv_cell(std::string_view text) {
  std::string cell(text);
  if (!cell.empty() && std::string_view("=+-@\t\r").find(cell[0]) != std::string_view::npos) {
    cell.insert(cell.begin(), '\'');
  }
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace spillway
