// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"

namespace spillway {

/// Returns the names and values of the chosen options, such as `target` and `ethos-u55-128`, in the
/// order of a command line. Capacities are written with units, and part files without hashes.
std::vector<std::pair<std::string, std::string>> choice_cells(const HardwareChoice& choice);

/// A measured quantity of a hardware choice as text: the heading of its column and its value.
struct FigureCell {
  std::string name, text;
};
/// Returns the measured quantities of a hardware choice. `trade` gives the objectives and the name
/// of the fastest memory.
std::vector<FigureCell> figure_cells(const TradeOff& trade, const HardwareChoice& choice);

/// Returns the name of an objective, such as "latency" or "capacity of sram".
std::string objective_text(const TradeOff& trade, Objective objective);

}  // namespace spillway
