// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/group_names.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/rows/sweep_columns.h"
#include "experiments/rows/sweep_rows.h"

namespace spillway {
namespace {

// Returns "NETWORK on TARGET (MODE)". Leaves out the parts whose cells are empty.
std::string subject(const SweepRows& rows, const IdentityKey& key) {
  std::string text = rows.text(key[identity_index("network")]);
  const std::string& target = rows.text(key[identity_index("target")]);
  const std::string& mode = rows.text(key[identity_index("memory_mode")]);
  if (!target.empty()) text += (text.empty() ? "on " : " on ") + target;
  if (!mode.empty()) text += (text.empty() ? "(" : " (") + mode + ")";
  return text;
}

// Returns the text for a cell in the name of a group. If the cell alone does not show what it
// means, such as "5", the name of its column precedes the cell. A cell such as "dram=ideal" is
// returned unchanged.
std::string other_cell(const std::string& column, const std::string& cell) {
  return cell.find('=') != std::string::npos || column == "planner" || column == "system_config"
             ? cell
             : column + " " + cell;
}

// Returns the indices of the identity columns in which the groups differ. Leaves out the columns
// that subject() shows, and the hashes.
std::vector<std::size_t> distinguishing_columns(const std::vector<IdentityKey>& identities) {
  static const std::set<std::string> in_subject = {"network", "target", "memory_mode",
                                                   "network_hash", "target_hash"};
  const std::vector<std::string> names = split(sweep_identity_columns, ',');
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool differs =
        std::any_of(identities.begin(), identities.end(),
                    [&](const IdentityKey& key) { return key[i] != identities.front()[i]; });
    if (differs && in_subject.count(names[i]) == 0) columns.push_back(i);
  }
  return columns;
}

}  // namespace

std::vector<std::string> group_names(const SweepRows& rows,
                                     const std::vector<IdentityKey>& identities) {
  const std::vector<std::string> columns = split(sweep_identity_columns, ',');
  const std::vector<std::size_t> distinguishing = distinguishing_columns(identities);
  std::vector<std::string> names;
  for (const IdentityKey& key : identities) {
    std::string name = subject(rows, key);
    for (const std::size_t i : distinguishing) {
      const std::string& cell = rows.text(key[i]);
      if (!cell.empty()) name += (name.empty() ? "" : ", ") + other_cell(columns[i], cell);
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace spillway
