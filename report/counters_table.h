// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/printout.h"
#include "traces/npu_counters.h"

namespace spillway {

/// Returns a table with one row per counter; the counters of the ports come last. If Arm's PMU
/// driver has an event of the same meaning, the row has the name of this event.
PrintedTable counters_table(const NpuCounters& counters);

}  // namespace spillway
