// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// Name and text of each chosen option in the order of a command line, such as `target`,
/// `ethos-u55-128`. Capacities are written with units, and part files without their hashes.
std::vector<std::pair<std::string, std::string>> choice_cells(const HardwareChoice& choice);

/// A figure of a choice: its column header and its text.
struct FigureCell {
  std::string name, text;
};
/// `trade` gives the name of the fastest memory and the objectives.
std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice);

/// The name of an objective: "latency", "capacity of sram", ...
std::string objective_text(const TradeOff& trade, Objective objective);

}  // namespace spillway
