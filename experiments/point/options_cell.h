// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// The options that the cell `options` of a sweep's row names, with their values:
/// `arena=sram+dram reserve=sram=4096`. Throws UserError(usage) for a name that is none.
std::vector<std::pair<const PointOption*, std::string>> options_of_cell(const std::string& cell);

/// Whether values of the option are programs for the same task on the same chip, so that their
/// points compete: choices of plan and lowering, but for room that others need, for threads that
/// others could use, and for what the values of weights decide.
bool competes(const PointOption& option);

/// The part of such a cell that competes, or the one that does not.
std::string cell_of_options(const std::string& cell, bool competing);

}  // namespace spillway
