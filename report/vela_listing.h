// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "report/printout.h"
#include "traces/timing.h"
#include "traces/csv/vela_per_layer.h"

namespace spillway {

/// Returns a run as a CSV with the columns of Vela's per-layer listing. Op Cycles is the simulated
/// time, NPU the part of it in which an engine worked. Each access column is the time in which that
/// memory moves the operator's bytes at full bandwidth. SRAM Usage is the number of bytes that
/// `plan` has live in the fastest memory while the operator runs. Peak% is that number as a share
/// of the memory's peak.
std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Plan& plan,
                               const Target& target);

/// One operator of the run and Vela's estimate of it.
struct VelaComparison {
  std::string name;
  std::string type;
  Cycles cycles = 0;
  double vela_cycles = 0;  // sum over the operations that Vela makes of the operator
  /// The part of the time that explains most of the difference, if the difference is above 5 %.
  std::string reason;
};

/// Compares every operator of the run with its operations in Vela's listing. Operations that have
/// no operator in the run come last. `mimic` is the family's compiler_listing() of the same
/// network, plan and target. `mimic` says to which operator each row of the listing belongs, and
/// how many cycles more Vela counts because it counts clipped blocks as complete blocks.
std::vector<VelaComparison> compare_with_vela(const Timing& timing,
                                              const std::vector<VelaLayer>& layers,
                                              const std::vector<EstimatedOperation>& mimic);

PrintedTable vela_comparison_table(const std::vector<VelaComparison>& rows);

}  // namespace spillway
