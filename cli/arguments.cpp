// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "cli/command.h"

namespace spillway::cli {
namespace {

[[noreturn]] void bad_value(const std::string& option, const std::string& value,
                            const std::string& expected) {
  throw usage_error("--{}: '{}' is not {}", option, value, expected);
}

}  // namespace

std::string Arguments::command_line() const {
  std::string line = "spillway";
  for (const std::string& word : words_) line += " " + quoted_for_shell(word);
  return line;
}

std::string Arguments::operands_without(const std::vector<std::string>& left_out) const {
  std::string line;
  for (std::size_t i = 1; i < words_.size(); ++i) {
    const std::string name = words_[i].substr(0, words_[i].find('='));
    const bool dropped =
        std::any_of(left_out.begin(), left_out.end(),
                    [&](const std::string& option) { return name == "--" + option; });
    if (!dropped) {
      line += (line.empty() ? "" : " ") + quoted_for_shell(words_[i]);
    } else if (name == words_[i]) {
      ++i;  // skips the value of the left-out option
    }
  }
  return line;
}

void Arguments::require_none(const std::vector<std::string>& options,
                             const std::string& why) const {
  for (const std::string& option : options) {
    if (has(option)) throw usage_error("--{}: {}", option, why);
  }
}

std::string Arguments::text(const std::string& option, const std::string& fallback) const {
  return has(option) ? values_[option].as<std::string>() : fallback;
}

std::vector<std::string> Arguments::list(const std::string& option) const {
  std::vector<std::string> items;
  if (!has(option)) return items;
  for (const std::string& value : values_[option].as<std::vector<std::string>>()) {
    for (const std::string& item : split(value, ',')) {
      if (!trim(item).empty()) items.emplace_back(trim(item));
    }
  }
  return items;
}

const std::vector<std::string>& Arguments::words(const std::string& option) const {
  static const std::vector<std::string> none;
  return has(option) ? values_[option].as<std::vector<std::string>>() : none;
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  const boost::any& value = values_[option].value();
  if (value.type() == typeid(std::string)) return {text(option)};
  if (value.type() == typeid(std::vector<std::string>)) return words(option);
  return {};  // the option takes no value
}

std::optional<Bytes> Arguments::size(const std::string& option) const {
  if (!has(option)) return std::nullopt;
  const std::optional<Bytes> bytes = parse_size(text(option));
  if (!bytes) bad_value(option, text(option), "a size like 192K, 1M or 0x30000");
  return bytes;
}

std::optional<std::int64_t> Arguments::integer(const std::string& option, std::int64_t low,
                                               std::int64_t high) const {
  if (!has(option)) return std::nullopt;
  const std::optional<std::int64_t> value = parse_integer(text(option));
  if (!value || *value < low || *value > high) {
    bad_value(option, text(option), fmt::format("a whole number from {} to {}", low, high));
  }
  return value;
}

std::optional<double> Arguments::number(const std::string& option, double low, double high) const {
  if (!has(option)) return std::nullopt;
  const std::string word = text(option);
  const std::optional<double> value = parse_number(word);
  if (!value || !(*value >= low) || !(*value <= high)) {
    bad_value(option, word, fmt::format("a number from {} to {}", low, high));
  }
  return value;
}

const std::vector<std::string>& Arguments::positional() const { return words("positional"); }

}  // namespace spillway::cli
