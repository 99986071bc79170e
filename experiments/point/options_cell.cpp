// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/options_cell.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "experiments/point/option_table.h"

namespace spillway {
namespace {

// Returns the position of the first blank, from `from` on, that separates two options. Such a blank
// is followed by the name of an option and `=`; other blanks are part of a value. Returns the
// length of the cell if no blank separates options.
std::size_t next_option(const std::string& cell, std::size_t from) {
  for (std::size_t blank = cell.find(' ', from); blank != std::string::npos;
       blank = cell.find(' ', blank + 1)) {
    for (const PointOption& option : point_options()) {
      const std::string name = std::string(option.name) + "=";
      if (is_swept(option) && cell.compare(blank + 1, name.size(), name) == 0) return blank;
    }
  }
  return cell.size();
}

}  // namespace

std::vector<std::pair<const PointOption*, std::string>> options_of_cell(const std::string& cell) {
  std::vector<std::pair<const PointOption*, std::string>> options;
  for (std::size_t begin = 0; begin < cell.size();) {
    const std::size_t end = next_option(cell, begin);
    const std::string text = cell.substr(begin, end - begin);
    const std::size_t equals = text.find('=');
    options.emplace_back(&find_swept_option(text.substr(0, equals)), text.substr(equals + 1));
    begin = end + 1;
  }
  return options;
}

bool competes(const PointOption& option) {
  constexpr std::array<std::string_view, 5> given = {"reserve", "threads", "channelwise",
                                                     "reference", "one-pixel"};
  const bool chosen = option.stage == Stage::lower || option.stage == Stage::plan ||
                      option.name == std::string_view("weight-encoding");
  return chosen && std::find(given.begin(), given.end(), option.name) == given.end();
}

std::string cell_of_options(const std::string& cell, bool competing) {
  std::string text;
  for (const auto& [option, value] : options_of_cell(cell)) {
    if (competes(*option) != competing) continue;
    text += (text.empty() ? "" : " ") + std::string(option->name) + "=" + value;
  }
  return text;
}

}  // namespace spillway
