// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "traces/network.h"

namespace spillway {

/// The plan that a CSV gives for `network` (as lowered), rows named after tensors. A tensor's
/// further residencies are NAME#2, NAME#3, ...; the DMA copies it between them. Throws
/// UserError(input_file) for a row that names no tensor, and UserError(run_failed) with every
/// violation when the plan is not valid.
Plan read_given_plan(const std::string& csv, const std::string& source, const Network& network,
                     const std::vector<MemorySpace>& memories);

}  // namespace spillway
