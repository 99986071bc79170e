// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// The options and values that a row's cell `options` contains, such as `arena=sram+dram
/// reserve=sram=4096`. Throws UserError(usage) for an unknown name.
std::vector<std::pair<const PointOption*, std::string>> options_of_cell(const std::string& cell);

/// Whether points that differ in this option are alternatives for the same task on the same chip,
/// so that their figures may be compared. True for options of plan and lowering, except those that
/// other software or the values of the weights decide: reserved memory, threads, and three options
/// of kernels.
bool competes(const PointOption& option);

/// The part of such a cell whose options compete, or the part whose options do not.
std::string cell_of_options(const std::string& cell, bool competing);

}  // namespace spillway
