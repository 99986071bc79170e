// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_values.h"

#include <charconv>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/hash.h"
#include "base/text.h"

namespace spillway {

void bad_option_value(const std::string& name, const std::string& value,
                      const std::string& expected) {
  throw UserError(ExitCode::usage, fmt::format("--{}: '{}' is not {}", name, value, expected));
}

void require_each_once(const std::string& option, const std::vector<std::string>& words) {
  std::set<std::string> seen;
  for (const std::string& word : words) {
    if (seen.insert(word).second) continue;
    throw UserError(ExitCode::usage, fmt::format("--{}: '{}' is given twice", option, word));
  }
}

std::int64_t integer_in(const char* name, const std::string& value, std::int64_t low,
                        std::int64_t high) {
  const auto number = parse_integer(value);
  if (number && *number >= low && *number <= high) return *number;
  const bool open = high == std::numeric_limits<std::int64_t>::max();
  bad_option_value(
      name, value,
      fmt::format("a whole number from {}{}", low, open ? "" : fmt::format(" to {}", high)));
}

double number_in(const char* name, const std::string& value, double low, double high) {
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || !(number >= low) ||
      !(number <= high)) {
    bad_option_value(name, value, fmt::format("a number from {} to {}", low, high));
  }
  return number;
}

Bytes size_of_value(const char* name, const std::string& value) {
  const auto size = parse_size(value);
  if (!size) bad_option_value(name, value, "a size like 192K, 1M or 0x30000");
  return *size;
}

std::vector<std::pair<std::string, Bytes>> sizes_by_name(const std::string& name,
                                                         const OptionItems& items) {
  std::vector<std::pair<std::string, Bytes>> sizes;
  std::vector<std::string> names;
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    const auto size =
        equals == std::string::npos ? std::nullopt : parse_size(item.substr(equals + 1));
    if (!size) bad_option_value(name, item, "NAME=SIZE, like sram=192K");
    sizes.emplace_back(lower_case(item.substr(0, equals)), *size);
    names.push_back(sizes.back().first);
  }
  require_each_once(name, names);
  return sizes;
}

OptionItems lower_case_items(OptionItems items) {
  for (std::string& item : items) item = lower_case(item);
  return items;
}

OptionItems items_of_sizes(const std::vector<std::pair<std::string, Bytes>>& sizes) {
  OptionItems items;
  for (const auto& [memory, bytes] : sizes) items.push_back(fmt::format("{}={}", memory, bytes));
  return items;
}

OptionFile read_option_file(const char* name, const std::string& path) {
  OptionFile file{{name, path, ""}, read_text(path)};
  if (trim(file.text).empty()) {
    throw UserError(ExitCode::input_file, {path}, fmt::format("is empty, for --{}", name));
  }
  Hash hash;
  hash.add(file.text);
  file.input.hash = hash.text();
  return file;
}

OptionItems ItemsOf::operator()(const std::string& value) const {
  return value.empty() ? OptionItems{} : OptionItems{value};
}

}  // namespace spillway
