// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway::dram {

/// What one channel did.
struct EnergyCounts {
  std::int64_t activates = 0;
  std::int64_t reads = 0;
  std::int64_t writes = 0;
  std::int64_t refreshes = 0;  // of all banks, or of one where the controller refreshes by bank
  Cycles clocks = 0;           // in all
  Cycles open_clocks = 0;      // of those, with a bank open
  Cycles power_down_clocks = 0;
  Cycles self_refresh_clocks = 0;
};

/// Adds the energy of one channel to `sum`: currents times clocks per state, as published by Micron
/// (TN-41-01, TN-46-03) and in DRAMsim3's paper. An activate and its precharge take what IDD0
/// exceeds the standby currents by over tRC, a burst what IDD4R or IDD4W exceeds IDD3N by, a
/// refresh what IDD5 exceeds IDD3N by over tRFC. A per-bank refresh takes its bank's share of that.
/// Power-down takes IDD2P and self-refresh IDD6 instead of IDD2N.
void add_energy(const DramParameters& parameters, const EnergyCounts& counts, MemoryEnergy& sum);

}  // namespace spillway::dram
