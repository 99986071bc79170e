// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace spillway::cli {

/// `compare NETWORK --planner A,B,...`: the planners by simulated latency.
ExitCode rank_planners(const Arguments& arguments, const Console& console);

/// Names of a --planner list, `all` written out. Throws UserError(usage) for unknown ones.
std::vector<std::string> read_planners(const std::vector<std::string>& names);

}  // namespace spillway::cli
