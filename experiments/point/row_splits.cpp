// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/row_splits.h"

#include <limits>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {

std::vector<xcore::RowSplit> parse_row_splits(const std::vector<std::string>& words) {
  std::vector<xcore::RowSplit> splits;
  for (const std::string& word : words) {
    std::vector<std::int32_t> numbers;
    for (const std::string& part : split(word, ':')) {
      const auto number = parse_integer(trim(part));
      if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
        throw UserError(ExitCode::usage, fmt::format("--op-split: '{}' is no number", part));
      }
      numbers.push_back(static_cast<std::int32_t>(*number));
    }
    if (numbers.size() != 3) {
      throw UserError(ExitCode::usage,
                      fmt::format("--op-split: '{}' is not TOP:BOTTOM:STRIPS, like 0:6:8", word));
    }
    splits.push_back({numbers[0], numbers[1], numbers[2]});
  }
  return splits;
}

bool parse_one_pixel(const std::string& how) {
  if (how == "split" || how == "whole") return how == "split";
  throw UserError(ExitCode::usage,
                  "--one-pixel: " + unknown_name_message("choice", how, {"split", "whole"}));
}

}  // namespace spillway
