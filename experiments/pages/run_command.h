// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// The words of a command line that choose what a cell of a sweep's row says: of `column`, a name
/// of sweep_identity_columns besides network and target. Empty where the cell leaves the choice to
/// the program.
std::string words_of_cell(const std::string& column, const std::string& cell);

}  // namespace spillway
