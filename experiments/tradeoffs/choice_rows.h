// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// A choice with what is needed to price it.
struct PricedChoice {
  HardwareChoice choice;
  std::vector<std::pair<std::string, Bytes>> capacities;  // of all memories of its target
};

/// Rows of a sweep that compete: one network, and options that are no choice of hardware or
/// program.
struct ChoiceGroup {
  std::string name;        // of the network, with these options
  std::size_t points = 0;  // of the sweep, those without a latency included
  std::vector<PricedChoice> choices;
};

/// The groups of a sweep's CSV in the order of their first rows. `source` names it in messages.
/// Throws UserError(input_file) when it is no sweep.
std::vector<ChoiceGroup> choice_groups(const std::string& csv, const std::string& source,
                                       const SweepOrigin& origin);

}  // namespace spillway
