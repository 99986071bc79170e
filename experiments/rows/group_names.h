// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Returns a name for each group of a sweep's points: `NETWORK on TARGET (MODE)`, followed by the
/// other identity cells in which the groups differ. `identities` has the identity cells of each
/// group; a cell in which the points of a group differ must be empty. `rows` has the texts of the
/// cells.
std::vector<std::string> group_names(const SweepRows& rows,
                                     const std::vector<IdentityKey>& identities);

}  // namespace spillway
