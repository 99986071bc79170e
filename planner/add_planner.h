// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "planner/planner.h"

namespace spillway {

/// Adds a planner after those of planners(), for the rest of the process. Programs that use the
/// libraries add their own planners in this way. Call the function before planning begins and from
/// one thread, because references to entries of planners() become invalid. Throws UserError(usage)
/// for a name that is taken.
void add_planner(PlannerEntry entry);

}  // namespace spillway
