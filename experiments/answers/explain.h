// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "report/printout.h"

namespace spillway {

/// A simulated what-if: the tensor is in the fast memory for its whole lifetime.
struct Alternative {
  TensorIndex tensor = no_tensor;
  std::string data;  // for compiled networks, whose tensors are unknown: "weights at 4,096"
  MemoryIndex from = no_memory;
  Bytes bytes = 0;
  Bytes missing = 0;  // bytes that the fast memory lacks for the tensor and the rest of the plan
  Cycles operator_cycles = 0;  // time of the explained operator in this run
  Cycles total_cycles = 0;     // time of the whole run
};

/// Where the time of one operator goes.
struct Explanation {
  std::size_t op = 0;
  MemoryIndex fast = no_memory;  // the fastest writable memory
  std::size_t blocks = 0;        // number of blocks of an NPU's kernels; 0 if the operator has none
  Cycles block_compute = 0;      // cycles of all blocks in the MAC engine
  Cycles block_output = 0;       // cycles of all blocks in the output engine
  // One per operand outside the fast memory, largest saving first.
  std::vector<Alternative> alternatives;
  std::vector<std::string> refused;  // reasons why an operand cannot be in the fast memory
};

/// Runs the design point again for each tensor of operator `op` that is not in the fast memory;
/// otherwise the plan is that of `result`. The tensor gets the lowest offset that is free for its
/// whole lifetime. If that exceeds the capacity, the memory is enlarged for the run. In a compiled
/// network, the addresses of an operand move behind everything in the fast memory, for the whole
/// run and for all kernels that use them. Throws UserError(usage) for an operator that the network
/// does not have.
Explanation explain(const PointResult& result, std::size_t op);

/// Finds an operator by its number, from 0, its name, or a part of a name that only one operator
/// has. Throws UserError(usage) that lists candidates.
std::size_t find_operator(const std::string& number_or_name, const Timing& timing);

/// Where the time goes, what is moved, and what the alternatives save. The name in the first line
/// is cut to fit `width`.
Printout explanation_printout(const PointResult& result, const Explanation& explanation,
                              std::size_t width = narrowest_output);

}  // namespace spillway
