// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan_network.h"

namespace spillway {

/// The bytes that a plan uses in one memory.
struct Footprint {
  Bytes required = 0;      // highest end address
  Bytes live_peak = 0;     // the largest number of bytes live at one step
  TimeStep peak_step = 0;  // the first step with `live_peak` bytes; operator s - 1 runs at step s
  /// Residencies that are live at `peak_step`, the largest first. A residency inside a live outer
  /// residency (Residency::inside) is left out.
  std::vector<Residency> at_peak;
};

/// Returns the footprint of the residencies in `memory`. Bytes that residencies share on purpose
/// (Residency::inside) count once.
Footprint measure_footprint(const std::vector<Residency>& residencies, MemoryIndex memory);

/// Returns one residency per placed buffer. Residency::tensor is the index of the buffer. If a
/// buffer shares the bytes of another buffer, Residency::inside is the index of that buffer's
/// residency.
std::vector<Residency> residencies_of(const PlanningProblem& problem, const PlanningResult& result);

/// A limit of the form `--require MEMORY<=SIZE`.
struct Budget {
  MemoryIndex memory = no_memory;
  Bytes available = 0;
};

struct BudgetCheck {
  Bytes required = 0;
  Bytes available = 0;
  Bytes excess = 0;  // bytes above the budget; 0 = within the budget
  Footprint footprint;
};

BudgetCheck check_budget(const std::vector<Residency>& residencies, const Budget& budget);

/// Returns one line for users about a plan of `network`: required, available and excess bytes, the
/// operator at the peak, and the largest tensors that are live at the peak.
std::string describe_budget(const BudgetCheck& check, const std::string& memory,
                            const Network& network);

}  // namespace spillway
