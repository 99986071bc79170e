// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/planned.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"

namespace spillway::cli {

/// Returns the JSON document of `plan`: memories with peaks, the rows of the plan, and the exceeded
/// budgets. `source` is the name of the planned input.
std::string plan_document(const Planned& planned, const std::string& source,
                          const std::vector<Budget>& budgets);

/// Returns the JSON document of `check`: the number of buffers, the violations of the plan, and the
/// names of the buffers that the plan does not place (`unplaced`). `source` is the name of the
/// checked plan.
std::string check_document(const std::string& source, std::size_t buffers,
                           const std::vector<Violation>& violations,
                           const std::vector<std::string>& unplaced);

/// Returns the JSON document of `check --against`. `difference` says why there is no proof that
/// `source` computes the same as `original`; empty if this is proven.
std::string proof_document(const std::string& source, const std::string& original,
                           const std::string& difference);

}  // namespace spillway::cli
