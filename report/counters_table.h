// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/printout.h"
#include "traces/npu_counters.h"

namespace spillway {

/// One row per counter; the counters of the ports come last. Counters have the names that Arm's PMU
/// driver gives to events of the same meaning, if it has one.
PrintedTable counters_table(const NpuCounters& counters);

}  // namespace spillway
