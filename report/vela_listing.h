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

/// A run with the columns of Vela's per-layer listing. Op Cycles is the simulated time, NPU the
/// part of it in which an engine worked, and each access column the time in which that memory moves
/// the operator's bytes at full bandwidth. SRAM Usage is the bytes that `plan` has live in the
/// fastest memory while the operator runs, and Peak% their share of the memory's peak.
std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Plan& plan,
                               const Target& target);

/// One operator of the run and Vela's estimate of it.
struct VelaComparison {
  std::string name;
  std::string type;
  Cycles cycles = 0;
  double vela_cycles = 0;  // the sum of the operations that Vela makes of the operator
  std::string reason;  // for a difference above 5 %: the part of the time that explains most of it
};

/// Compares every operator of the run with its operations in the listing; rows that only the
/// listing has follow. `mimic` is the family's compiler_listing() of the same network, plan and
/// target. Its operations show which rows of the listing belong to which operator, and its
/// difference to the run shows how much is due to clipped blocks and how much to waiting.
std::vector<VelaComparison> compare_with_vela(const Timing& timing,
                                              const std::vector<VelaLayer>& layers,
                                              const std::vector<EstimatedOperation>& mimic);

PrintedTable vela_comparison_table(const std::vector<VelaComparison>& rows);

}  // namespace spillway
