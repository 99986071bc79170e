// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// A choice with the capacities on which its price depends.
struct PricedChoice {
  HardwareChoice choice;
  // The capacity of each memory of the target.
  std::vector<std::pair<std::string, Bytes>> capacities;
};

/// Rows of a sweep that may be compared with each other. They have the same network, and the same
/// value of every option that chooses neither hardware nor program.
struct ChoiceGroup {
  // Name of the network, then the common values of the options that choose neither hardware nor
  // program.
  std::string name;
  // Number of rows of the sweep, including those without a latency.
  std::size_t points = 0;
  std::vector<PricedChoice> choices;
};

/// Returns the groups of rows in the CSV of a sweep, in the order of their first rows. `source`
/// names the CSV in error messages. Throws UserError(input_file) if the text is no such CSV.
std::vector<ChoiceGroup> choice_groups(const std::string& csv, const std::string& source,
                                       const SweepOrigin& origin);

}  // namespace spillway
