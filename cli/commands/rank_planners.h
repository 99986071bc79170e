// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Runs `compare NETWORK --planner A,B,...`, which ranks planners by the simulated latency of their
/// plans.
ExitCode rank_planners(const Arguments& arguments, const Console& console);

/// Returns the planners of a --planner list; `all` stands for all planners. Throws UserError(usage)
/// for unknown names.
std::vector<std::string> read_planners(const std::vector<std::string>& names);

}  // namespace spillway::cli
