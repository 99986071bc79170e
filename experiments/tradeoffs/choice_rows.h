// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// A choice and the data that its price depends on.
struct PricedChoice {
  HardwareChoice choice;
  // Capacities of all memories of the target.
  std::vector<std::pair<std::string, Bytes>> capacities;
};

/// Rows of a sweep that are compared with each other: they have the same network and the same
/// values of all options that choose neither hardware nor program.
struct ChoiceGroup {
  std::string name;        // name of the network, with these values
  std::size_t points = 0;  // rows of the sweep, including those without a latency
  std::vector<PricedChoice> choices;
};

/// The groups of a sweep's CSV in the order of their first rows. `source` names the CSV in
/// messages. Throws UserError(input_file) if the text is not a sweep.
std::vector<ChoiceGroup> choice_groups(const std::string& csv, const std::string& source,
                                       const SweepOrigin& origin);

}  // namespace spillway
