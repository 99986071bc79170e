// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/planner.h"

namespace spillway {

/// Adds a planner behind those of planners(), for the rest of the process: programs that use the
/// libraries bring their own that way. Called before planning begins and from one thread:
/// references to entries of planners() end here. Throws UserError(usage) for a name that is taken.
void add_planner(PlannerEntry entry);

}  // namespace spillway
