// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "report/printout.h"
#include "traces/csv/vela_per_layer.h"
#include "traces/timing.h"

namespace spillway {

/// Returns a run as a CSV with the columns of Vela's per-layer listing:
/// * Op Cycles is the simulated time of an operator.
/// * NPU is the part of this time in which an engine was working.
/// * The column of a memory is the time that the memory needs for the operator's bytes at full
///   bandwidth.
/// * SRAM Usage is the number of bytes of `plan` that are live in the fastest memory while the
///   operator runs.
/// * Peak% is SRAM Usage as a percentage of the memory's peak.
std::string vela_per_layer_csv(const Timing& timing, const Program& program, const Plan& plan,
                               const Target& target);

/// The simulated time of an operator, and Vela's estimate of this time.
struct VelaComparison {
  std::string name;
  std::string type;
  Cycles cycles = 0;
  double vela_cycles = 0;  // Vela's cycles, summed over all of its operations for the operator
  /// If the times differ by more than 5 %: the part of the operator's time that explains most of
  /// the difference.
  std::string reason;
};

/// Compares every operator of the run with its operations in Vela's listing (`layers`). Operations
/// that belong to no operator of the run come last. `vela_operations` is the result of
/// compiler_listing() for the same network, plan and target. It says to which operator each row of
/// the listing belongs. It also has the cycles of the processor for an operation if clipped blocks
/// count as complete blocks, as in Vela's estimate.
std::vector<VelaComparison> compare_with_vela(
    const Timing& timing, const std::vector<VelaLayer>& layers,
    const std::vector<EstimatedOperation>& vela_operations);

PrintedTable vela_comparison_table(const std::vector<VelaComparison>& rows);

}  // namespace spillway
