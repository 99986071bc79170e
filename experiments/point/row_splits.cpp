// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/row_splits.h"

#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {

std::vector<xcore::RowSplit> parse_row_splits(const std::vector<std::string>& words) {
  std::vector<std::int32_t> numbers;
  for (const std::string& word : split(fmt::format("{}", fmt::join(words, ":")), ':')) {
    if (words.empty()) break;
    const auto number = parse_integer(trim(word));
    if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
      throw UserError(ExitCode::usage, fmt::format("--op-split: '{}' is no number", word));
    }
    numbers.push_back(static_cast<std::int32_t>(*number));
  }
  if (numbers.size() % 3 != 0) {
    throw UserError(ExitCode::usage, fmt::format("--op-split: '{}' is not TOP,BOTTOM,STRIPS, like "
                                                 "0,6,8",
                                                 fmt::join(words, ",")));
  }
  std::vector<xcore::RowSplit> splits;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    splits.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
  return splits;
}

bool parse_one_pixel(const std::string& how) {
  if (how == "split" || how == "whole") return how == "split";
  throw UserError(ExitCode::usage,
                  "--one-pixel: " + unknown_name_message("choice", how, {"split", "whole"}));
}

}  // namespace spillway
