// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/rows/sweep_rows.h"

namespace spillway {

/// One name per group of a sweep's points: `NETWORK on TARGET (MODE)`, then all other cells that
/// differ between the groups. Each entry of `identities` has the identity cells that the points of
/// one group share; cells that differ within the group are empty. `rows` has their texts. A name
/// may be empty.
std::vector<std::string> group_names(const SweepRows& rows,
                                     const std::vector<IdentityKey>& identities);

}  // namespace spillway
