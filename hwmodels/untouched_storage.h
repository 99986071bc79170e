// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/recovered_plan.h"

namespace spillway {

/// Adds to a plan that was recovered from a program what takes room without being touched by any
/// command: command streams, constants that nobody reads, and the end of an arena that is larger
/// than its contents. All of it is there all the time. The plan's peaks are then
/// Program::peak_bytes.
void add_untouched_storage(const Program& program, RecoveredPlan& recovered);

}  // namespace spillway
