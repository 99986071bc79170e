// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// A hardware choice, with the capacities of the memories. The price of the choice depends on these
/// capacities.
struct PricedChoice {
  HardwareChoice choice;
  // Name and bytes of each memory of the target.
  std::vector<std::pair<std::string, Bytes>> capacities;
};

/// Rows of a sweep whose results may be compared. The rows have the same network, weight ratio and
/// task: the options that choose neither hardware nor how the network is compiled, such as `runs`,
/// have the same values in all rows.
struct ChoiceGroup {
  // Name of the network, followed by the options of the task.
  std::string name;
  // Number of rows of the group, including rows without a latency.
  std::size_t points = 0;
  std::vector<PricedChoice> choices;
};

/// Returns the groups of rows in the CSV of a sweep, in the order of their first rows. `source`
/// names the CSV in error messages. Throws UserError(input_file) if the text is not the CSV of a
/// sweep.
std::vector<ChoiceGroup> choice_groups(const std::string& csv, const std::string& source,
                                       const SweepOrigin& origin);

}  // namespace spillway
