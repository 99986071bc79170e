// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hwmodels/memory/dram/dram_parameters.h"
#include "hwmodels/memory/memory_timing.h"

namespace spillway::dram {

/// What one channel has done since its reset. The energy follows from these counts.
struct EnergyCounts {
  std::int64_t activates = 0;
  std::int64_t reads = 0;
  std::int64_t writes = 0;
  // All-bank refreshes, or per-bank refreshes if the controller uses per-bank refreshes.
  std::int64_t refreshes = 0;
  Cycles clocks = 0;       // all clocks since the reset
  Cycles open_clocks = 0;  // clocks with a bank open
  Cycles power_down_clocks = 0;
  Cycles self_refresh_clocks = 0;
};

/// Adds the energy of one channel to `sum`: currents times clocks per state, as published by Micron
/// (TN-41-01, TN-46-03) and in DRAMsim3's paper.
/// * An activate with its precharge takes the current IDD0 minus the standby currents during tRC.
/// * A burst takes the current IDD4R or IDD4W minus IDD3N.
/// * A refresh of all banks takes the current IDD5 minus IDD3N during tRFC. A per-bank refresh
///   takes this energy divided by the number of banks.
/// * Power-down takes IDD2P, and self-refresh IDD6, instead of IDD2N.
void add_energy(const DramParameters& parameters, const EnergyCounts& counts, MemoryEnergy& sum);

}  // namespace spillway::dram
