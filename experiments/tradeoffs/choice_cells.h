// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// What was chosen, column by column in the order of a command line: `target`, `ethos-u55-128`.
/// Capacities as sizes, files of parts without their hashes.
std::vector<std::pair<std::string, std::string>> choice_cells(const HardwareChoice& choice);

/// The header of a figure and its text. `trade` names the fastest memory and the objectives.
struct FigureCell {
  std::string name, text;
};
std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice);

/// "latency", "capacity of sram", ...
std::string objective_text(const TradeOff& trade, Objective objective);

}  // namespace spillway
