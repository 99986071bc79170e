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
/// so that their results may be compared. True for options of plan and lowering, with these
/// exceptions: reserved memory, threads and three options of kernels. The user does not choose
/// their values: other software or the values of the weights determine them.
bool competes(const PointOption& option);

/// Returns the options of a cell `options` for which competes() equals `competing`, in the form of
/// the cell.
std::string cell_of_options(const std::string& cell, bool competing);

}  // namespace spillway
