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
  // The operand in a compiled network, whose tensors are unknown: "weights at 4,096".
  std::string data;
  MemoryIndex from = no_memory;
  Bytes bytes = 0;
  Bytes missing = 0;           // bytes by which the fast memory is too small for the operand
  Cycles operator_cycles = 0;  // cycles of the explained operator in this simulation
  Cycles total_cycles = 0;     // cycles of the whole run in this simulation
};

/// Shows what one operator spends its time on, and what would make it faster.
struct Explanation {
  std::size_t op = 0;
  MemoryIndex fast = no_memory;  // the fastest writable memory
  // Number of OFM blocks in all kernels of the operator; 0 = no kernels.
  std::size_t blocks = 0;
  Cycles block_compute = 0;  // cycles that the MAC engine needs for all blocks of the operator
  // Cycles that the output engine needs for all blocks of the operator.
  Cycles block_output = 0;
  // One simulation for each operand outside the fast memory, sorted by the saved time, the largest
  // saving first.
  std::vector<Alternative> alternatives;
  std::vector<std::string> refused;  // why some operands cannot be in the fast memory
};

/// Explains the time of operator `op` (a number from 0). For each tensor of the operator that is
/// not in the fast memory, simulates the plan of `result` with this tensor in the fast memory. The
/// tensor gets the lowest offset that is free for its whole lifetime. If the fast memory is too
/// small for the tensor, the simulation uses a larger memory.
///
/// A compiled network has addresses instead of tensors. The operator uses some address ranges
/// outside the fast memory. For each of these ranges, simulates the network with the range at the
/// end of the fast memory, for all kernels that use the range.
///
/// Throws UserError(usage) if the network has no operator `op`.
Explanation explain(const PointResult& result, std::size_t op);

/// Finds an operator by its number (from 0), by its name, or by a substring that occurs in no other
/// operator's name. Returns the number of the operator. Throws UserError(usage) unless exactly one
/// operator matches; the message lists candidates for a name.
std::size_t find_operator(const std::string& number_or_name, const Timing& timing);

/// Returns the text of an explanation: the causes of the operator's time, the bytes that the
/// operator moves, and the time that each alternative saves. The operator's name in the first line
/// is cut so that the line has at most `width` characters.
Printout explanation_printout(const PointResult& result, const Explanation& explanation,
                              std::size_t width = narrowest_output);

}  // namespace spillway
