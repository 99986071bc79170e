// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/point_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/shell_word.h"
#include "experiments/point/option_table.h"

namespace spillway {
namespace {

std::string option_words(const PointOption& option, const DesignPoint& point) {
  return fmt::format("--{} {}", option.name,
                     quoted_for_shell(fmt::format("{}", fmt::join(option.items(point), ","))));
}

}  // namespace

std::string command_of(const std::string& network, const DesignPoint& point,
                       const std::string& command) {
  std::string line = fmt::format("spillway {} {}", command, quoted_for_shell(network));
  for (const PointOption& option : point_options()) {
    if (is_given(option, point)) line += " " + option_words(option, point);
  }
  return line;
}

std::string changed_options(const DesignPoint& point, const DesignPoint& base) {
  std::string words;
  for (const PointOption& option : point_options()) {
    if (!is_given(option, point) || option.items(point) == option.items(base)) continue;
    words += (words.empty() ? "" : " ") + option_words(option, point);
  }
  return words;
}

}  // namespace spillway
