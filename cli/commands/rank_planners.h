// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// Runs `compare NETWORK --planner A,B,...`, which ranks planners by simulated latency.
ExitCode rank_planners(const Arguments& arguments, const Console& console);

/// Replaces `all` in the names of a --planner list by all planners. Throws UserError(usage) for
/// unknown names.
std::vector<std::string> read_planners(const std::vector<std::string>& names);

}  // namespace spillway::cli
