// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/printout.h"
#include "traces/npu_counters.h"

namespace spillway {

/// One row per counter; the counters of the ports come last. If Arm's PMU driver has an event of
/// the same meaning, the counter has the event's name.
PrintedTable counters_table(const NpuCounters& counters);

}  // namespace spillway
