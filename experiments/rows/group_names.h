// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// One name per group of a sweep's points, from the identity cells that its points have in common,
/// texts of `rows`: `NETWORK on TARGET (MODE)`, then what else differs between the groups. Cells
/// that the points of a group differ in are empty; so are names of which nothing is left.
std::vector<std::string> group_names(const SweepRows& rows,
                                     const std::vector<IdentityKey>& identities);

}  // namespace spillway
