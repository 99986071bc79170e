// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// Names groups of a sweep's points: `NETWORK on TARGET (MODE)`, then all other cells that differ
/// between the groups. `identities` has one entry per group: the identity cells that all points of
/// the group share. Cells that differ within a group are empty there. `rows` has the texts of the
/// cells.
std::vector<std::string> group_names(const SweepRows& rows,
                                     const std::vector<IdentityKey>& identities);

}  // namespace spillway
