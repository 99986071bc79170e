// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/point_option.h"

namespace spillway {

/// The command-line words that set the value of a cell in a sweep's row. `column` is a name of
/// sweep_identity_columns other than network and target. Empty if the cell has the default.
std::string words_of_cell(const std::string& column, const std::string& cell);

/// The option with its value, `--name VALUE`, from recorded `items`, whose file names are followed
/// by hashes.
std::string words_of(const PointOption& option, std::vector<std::string> items);

}  // namespace spillway
