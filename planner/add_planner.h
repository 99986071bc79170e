// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/planner.h"

namespace spillway {

/// Adds a planner at the end of planners(), for the rest of the process. Programs that use the
/// libraries add their own planners in this way. Call the function before planning begins and from
/// one thread, because references to elements of planners() become invalid. Throws UserError(usage)
/// if another planner already has the name.
void add_planner(PlannerEntry entry);

}  // namespace spillway
