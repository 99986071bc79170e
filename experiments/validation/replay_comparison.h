// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// Cycles of a run: all of them, and those of operators that the host runs.
struct PlanCycles {
  Cycles total = 0;
  Cycles host = 0;

  Cycles npu() const { return total - host; }
};

/// A network that exists plain and compiled: the replay of the compiled file beside the lowering of
/// the plain one under the compiler's plan. Operators on the host cost the same in both.
struct CompiledCase {
  std::string file;  // NETWORK__ACCELERATOR__MODE..., without its ending
  PlanCycles replayed;
  PlanCycles lowered;
  std::string not_compared;  // why there are no figures for `lowered`

  double total_error() const { return relative(lowered.total, replayed.total); }
  double npu_error() const { return relative(lowered.npu(), replayed.npu()); }

 private:
  static double relative(Cycles value, Cycles to) {
    return to == 0 ? 0 : static_cast<double>(value) / static_cast<double>(to) - 1;
  }
};

/// All files of folder `compiled` whose plain network is in folder `networks`, by name.
std::vector<CompiledCase> compare_compiled_plans(const std::string& networks,
                                                 const std::string& compiled);

/// As a Markdown table.
std::string replay_comparison_markdown(const std::vector<CompiledCase>& cases);

/// One line per case whose total, or whose NPU cycles, are beyond `tolerance`.
std::vector<std::string> missed_plans(const std::vector<CompiledCase>& cases, double tolerance);

}  // namespace spillway
