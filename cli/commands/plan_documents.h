// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/planned.h"
#include "planner/checks/validate.h"
#include "planner/peaks/footprint.h"

namespace spillway::cli {

/// The JSON of `plan`: memories with peaks, the plan's rows, and the budgets that are exceeded.
/// `source` names the input that was planned.
std::string plan_document(const Planned& planned, const std::string& source,
                          const std::vector<Budget>& budgets);

/// The JSON of `check`: the number of buffers and what is wrong with them.
std::string check_document(const std::string& source, std::size_t buffers,
                           const std::vector<Violation>& violations,
                           const std::vector<std::string>& unplaced);

/// The JSON of `check --against`: whether `source` is proven to compute the same as `original`. If
/// it is not proven, `difference` says why; otherwise it is empty.
std::string proof_document(const std::string& source, const std::string& original,
                           const std::string& difference);

}  // namespace spillway::cli
