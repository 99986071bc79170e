// SPDX-License-Identifier: Apache-2.0
#include "experiments/group_names.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/sweep_rows.h"
#include "experiments/sweep_table.h"

namespace spillway {
namespace {

using Cells = std::vector<std::string>;

// `network on target (mode)`, without what is empty.
std::string subject(const Cells& cells) {
  std::string text = cells[identity_index("network")];
  const std::string& target = cells[identity_index("target")];
  const std::string& mode = cells[identity_index("memory_mode")];
  if (!target.empty()) text += (text.empty() ? "on " : " on ") + target;
  if (!mode.empty()) text += (text.empty() ? "(" : " (") + mode + ")";
  return text;
}

// Cells like `dram=ideal` speak for themselves, `5` only with their column's name.
std::string other_cell(const std::string& column, const std::string& cell) {
  return cell.find('=') != std::string::npos || column == "planner" || column == "system_config"
             ? cell
             : column + " " + cell;
}

}  // namespace

std::vector<std::string> group_names(const std::vector<Cells>& identities) {
  static const std::set<std::string> in_subject = {"network", "target", "memory_mode",
                                                   "network_hash", "target_hash"};
  const std::vector<std::string> columns = split(sweep_identity_columns, ',');
  std::vector<std::string> names;
  for (const Cells& cells : identities) {
    std::string name = subject(cells);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (in_subject.count(columns[i]) > 0 || cells[i].empty()) continue;
      const bool differs = std::any_of(identities.begin(), identities.end(),
                                       [&](const Cells& other) { return other[i] != cells[i]; });
      if (differs) name += (name.empty() ? "" : ", ") + other_cell(columns[i], cells[i]);
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace spillway
