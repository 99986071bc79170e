// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "report/printout.h"

namespace spillway {

/// The result of a simulation in which one operand of the explained operator is in the fast memory
/// for its whole lifetime.
struct Alternative {
  TensorIndex tensor = no_tensor;
  std::string data;  // for compiled networks, whose tensors are unknown: "weights at 4,096"
  MemoryIndex from = no_memory;
  Bytes bytes = 0;
  Bytes missing = 0;           // bytes by which the fast memory is too small for this
  Cycles operator_cycles = 0;  // time of the explained operator in this simulation
  Cycles total_cycles = 0;     // time of the whole run
};

/// Shows what one operator spends its time on, and what would make it faster.
struct Explanation {
  std::size_t op = 0;
  MemoryIndex fast = no_memory;  // the fastest writable memory
  std::size_t blocks = 0;    // number of blocks of the operator's kernels; 0 if it has no kernels
  Cycles block_compute = 0;  // cycles of all blocks in the MAC engine
  Cycles block_output = 0;   // cycles of all blocks in the output engine
  // One simulation for each operand outside the fast memory. The one that saves most time comes
  // first.
  std::vector<Alternative> alternatives;
  std::vector<std::string> refused;  // why some operands cannot be in the fast memory
};

/// For each tensor of operator `op` that is not in the fast memory, simulates the plan of `result`
/// with this tensor in the fast memory. The tensor gets the lowest offset that is free for its
/// whole lifetime. If the memory is too small for the tensor, the memory is enlarged for the
/// simulation. The tensors of a compiled network are unknown. In this case, an address range is
/// moved to the end of the fast memory, for all kernels that use the range. Throws UserError(usage)
/// if the network has no operator `op`.
Explanation explain(const PointResult& result, std::size_t op);

/// Finds an operator by its number (from 0), by its name, or by a part of its name that no other
/// operator's name contains. Returns the number of the operator. Throws UserError(usage) with a
/// list of candidates if no operator, or more than one, matches.
std::size_t find_operator(const std::string& number_or_name, const Timing& timing);

/// Returns the text of an explanation: the causes of the operator's time, the bytes that the
/// operator moves, and the time that each alternative saves. The operator's name in the first line
/// is cut so that the line has at most `width` characters.
Printout explanation_printout(const PointResult& result, const Explanation& explanation,
                              std::size_t width = narrowest_output);

}  // namespace spillway
