// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/timing.h"
#include "traces/vela_per_layer.h"

namespace spillway {

/// A run with the columns of Vela's per-layer listing: Op Cycles is the simulated time, NPU the
/// part in which an engine worked, and each access column the bytes of that memory at its full
/// bandwidth. SRAM Usage is what `plan` has live in the fastest memory while the operator runs, and
/// Peak% its share of the memory's peak.
std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Plan& plan,
                               const Target& target);

/// One operator beside Vela's estimate of it.
struct VelaComparison {
  std::string name;
  std::string type;
  Cycles cycles = 0;
  double vela_cycles = 0;  // summed over the operations that Vela makes of the operator
  std::string reason;      // the part that explains most of a difference above 5 %
};

/// Every operator of the run, then what only the listing has. `mimic` is the family's
/// compiler_listing() of the same network, plan and target: its operations find their rows in the
/// listing, and what separates it from a run tells clipped blocks from waiting.
std::vector<VelaComparison> compare_with_vela(const Timing& timing,
                                              const std::vector<VelaLayer>& layers,
                                              const std::vector<EstimatedOperation>& mimic);

std::string vela_comparison_table(const std::vector<VelaComparison>& rows);

}  // namespace spillway
