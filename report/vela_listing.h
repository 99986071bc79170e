// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/ethosu/vela/vela_estimate.h"
#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/timing.h"
#include "traces/vela_per_layer.h"

namespace spillway {

/// A run with the columns of Vela's per-layer listing: Op Cycles is the simulated time, NPU the
/// part in which an engine worked, and each access column the bytes of that memory at its full
/// bandwidth. SRAM Usage is what lives in the fastest memory while the operator runs, Peak% its
/// share of the peak; without a plan (of compiled files) both are the run's peak.
std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Target& target,
                               const Plan& plan = {});

/// One operator beside Vela's estimate of it.
struct VelaComparison {
  std::string name;
  std::string type;
  Cycles cycles = 0;
  double vela_cycles = 0;  // summed over the operations that Vela makes of the operator
  std::string reason;      // the part that explains most of a difference above 5 %
};

/// Every operator of the run, then what only the listing has. `mimic` is vela_estimate() of the
/// same network, plan and target: its operations find their rows in the listing, and what separates
/// it from a run tells clipped blocks from waiting.
std::vector<VelaComparison> compare_with_vela(const Timing& timing,
                                              const std::vector<VelaLayer>& layers,
                                              const std::vector<ethosu::VelaRow>& mimic);

std::string vela_comparison_table(const std::vector<VelaComparison>& rows);

}  // namespace spillway
