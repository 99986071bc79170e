// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Returns the words of a command line that set an option to the value of a cell in a sweep's row.
/// `column` is a name of sweep_identity_columns other than network, target and their hashes.
/// Returns an empty text if the cell has the default value.
std::string words_of_cell(const std::string& column, const std::string& cell);

}  // namespace spillway
