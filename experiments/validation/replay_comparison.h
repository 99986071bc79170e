// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/units.h"
#include "report/printout.h"

namespace spillway {

/// The cycles of a run. `host` is the part of `total` in which operators run on the host processor.
struct PlanCycles {
  Cycles total = 0;
  Cycles host = 0;

  Cycles npu() const { return total - host; }
};

/// A network with a plain file and a compiled file. Two simulations are compared: the commands of
/// the compiled file, and the lowered plain network with the compiler's plan. Operators on the host
/// processor take the same time in both simulations.
struct CompiledCase {
  std::string file;  // NETWORK__ACCELERATOR__MODE..., without its ending
  PlanCycles replayed;
  PlanCycles lowered;
  std::string not_compared;  // why the lowered network was not simulated; empty = simulated

  double total_error() const { return relative(lowered.total, replayed.total); }
  double npu_error() const { return relative(lowered.npu(), replayed.npu()); }

 private:
  static double relative(Cycles value, Cycles to) {
    return to == 0 ? 0 : static_cast<double>(value) / static_cast<double>(to) - 1;
  }
};

/// Compares all files in folder `compiled`, in the order of their names. Files whose plain network
/// is not in folder `networks` are left out.
std::vector<CompiledCase> compare_compiled_plans(const std::string& networks,
                                                 const std::string& compiled);

/// Returns a table with one row per case: cycles of the compiled file and of the lowered network.
PrintedTable replay_comparison_table(const std::vector<CompiledCase>& cases);

/// Returns a line for each case whose total cycles or NPU cycles differ by more than `tolerance`, a
/// share such as 0.02.
std::vector<std::string> missed_plans(const std::vector<CompiledCase>& cases, double tolerance);

}  // namespace spillway
