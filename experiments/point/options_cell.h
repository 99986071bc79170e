// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// Parses the cell `options` of a sweep's row, such as `arena=sram+dram reserve=sram=4096`, into
/// options and values. Throws UserError(usage) for an unknown name.
std::vector<std::pair<const PointOption*, std::string>> options_of_cell(const std::string& cell);

/// Whether points that differ in this option are alternatives for the same task on the same chip,
/// so that their results may be compared. True for options of plan and lowering that the user is
/// free to choose, and for the encoding of weights. False for reserved memory and threads, which
/// other software determines. Also false for the options `channelwise`, `reference` and
/// `one-pixel`, which say how XMOS's compiler implements convolutions: the compiler decides this,
/// for the first two options by the values of the weights.
bool competes(const PointOption& option);

/// Returns the options of the cell `cell` (`name=value name=value ...`) for which competes() equals
/// `competing`, in the same format.
std::string cell_of_options(const std::string& cell, bool competing);

}  // namespace spillway
