// SPDX-License-Identifier: Apache-2.0
#include "experiments/advice/point_command.h"

#include <fmt/format.h>

#include "base/shell_word.h"
#include "experiments/point/option_table.h"

namespace spillway {
namespace {

std::string words_of_choice(const PointOption& option, const DesignPoint& point) {
  return option_words(option, quoted_for_shell(joined_items(option, option.items(point))));
}

}  // namespace

std::string command_of(const std::string& network, const DesignPoint& point,
                       const std::string& command) {
  std::string line = fmt::format("spillway {} {}", command, quoted_for_shell(network));
  for (const PointOption& option : point_options()) {
    if (is_given(option, point)) line += " " + words_of_choice(option, point);
  }
  return line;
}

std::string changed_options(const DesignPoint& point, const DesignPoint& base) {
  std::string words;
  for (const PointOption& option : point_options()) {
    if (!is_given(option, point) || option.items(point) == option.items(base)) continue;
    words += (words.empty() ? "" : " ") + words_of_choice(option, point);
  }
  return words;
}

}  // namespace spillway
