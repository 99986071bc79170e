// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// The words of a command line that choose what a cell of a sweep's row says: of `column`, a name
/// of sweep_identity_columns besides network and target. Empty where the cell leaves the choice to
/// the program.
std::string words_of_cell(const std::string& column, const std::string& cell);

/// `--name VALUE` of an option whose record holds `items`: of files their names, without hashes.
std::string words_of(const PointOption& option, std::vector<std::string> items);

}  // namespace spillway
