// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/run_command.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/shell_word.h"
#include "base/text.h"
#include "experiments/point/option_table.h"
#include "experiments/point/options_cell.h"
#include "experiments/point/weight_ratios.h"

namespace spillway {
namespace {

// Returns `item` without the hash that a sweep's row appends to the name of a file: `:` and 16
// hexadecimal digits.
std::string without_hash(const std::string& item) {
  constexpr std::size_t digits = 16;
  if (item.size() <= digits + 1) return item;
  const std::size_t colon = item.size() - digits - 1;
  const bool hash = item[colon] == ':' &&
                    item.find_first_not_of("0123456789abcdef", colon + 1) == std::string::npos;
  return hash ? item.substr(0, colon) : item;
}

// Returns the words `--name VALUE` for an option. `items` is the value in a sweep's row, where
// names of files are followed by hashes. The words do not contain these hashes.
std::string words_of(const PointOption& option, std::vector<std::string> items) {
  for (std::string& item : items) item = without_hash(item);
  return option_words(option, quoted_for_shell(joined_items(option, items)));
}

// Returns the words of a command line for a cell with several options, such as
// `arena=sram+dram reserve=sram=4096`.
std::string words_of_options(const std::string& cell) {
  std::vector<std::string> words;
  for (const auto& [option, value] : options_of_cell(cell)) {
    words.push_back(words_of(*option, items_of_sweep_value(*option, value)));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string words_of_cell(const std::string& column, const std::string& cell) {
  if (cell.empty()) return "";
  if (column == "options") return words_of_options(cell);
  if (column == "memories") return words_of(find_point_option("memory"), split(cell, ' '));
  if (column == "parts") return words_of(find_point_option("part"), split(cell, ' '));
  std::string name = column;
  std::replace(name.begin(), name.end(), '_', '-');
  const PointOption& option = find_point_option(name);
  // A row always has cells for threads and weight ratio. A default value needs no words in a
  // command.
  if (column == "threads" && cell == "1") return "";
  if (option.items({}) == OptionItems{cell}) return "";
  // If the cell is the default ratio for weights whose values are unknown, no words are needed. If
  // values are known, a ratio that the user chose is written with decimals, so its cell never
  // equals this text.
  if (column == "weight_ratio" && cell == weight_ratio_text_without_values()) return "";
  return words_of(option, {cell});
}

}  // namespace spillway
