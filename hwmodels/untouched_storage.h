// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/recovered_plan.h"

namespace spillway {

/// Adds to a recovered plan the storage that no command accesses: command streams, constants that
/// nobody reads, and the end of an arena that is larger than its contents. The added residencies
/// (places in memory) last for the whole run. Afterwards the plan's peaks equal
/// Program::peak_bytes.
void add_untouched_storage(const Program& program, RecoveredPlan& recovered);

}  // namespace spillway
