// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"
#include "report/operator_table.h"

namespace spillway {

/// A simulated "what if this tensor lived in the fast memory for as long as it lives?".
struct Alternative {
  TensorIndex tensor = no_tensor;
  std::string data;  // of compiled networks, whose tensors are not known: "weights at 4,096"
  MemoryIndex from = no_memory;
  Bytes bytes = 0;
  Bytes missing = 0;           // by which the fast memory is too small beside the rest of the plan
  Cycles operator_cycles = 0;  // of the explained operator
  Cycles total_cycles = 0;     // of the whole run
};

/// Why one operator takes the time it takes.
struct Explanation {
  std::size_t op = 0;
  MemoryIndex fast = no_memory;           // the fastest memory that can be written
  std::size_t blocks = 0;                 // of an NPU's kernels; 0 where it has none
  Cycles block_compute = 0;               // of all blocks, in the MAC engine
  Cycles block_output = 0;                // and in the output engine
  std::vector<Alternative> alternatives;  // one per operand that is elsewhere, most saved first
  std::vector<std::string> refused;       // why an operand cannot be in the fast memory
};

/// Runs the design point again for each tensor of operator `op` that is not in the fast memory,
/// with the plan otherwise as in `result`. The tensor gets the lowest room that is free all its
/// life; where there is none within the capacity, it goes above and the run has so much more of the
/// memory. In a compiled network the addresses that a kernel reads or writes as one operand move,
/// for all the run and for all that use them, behind what is in the fast memory. Throws
/// UserError(usage) for an operator that the network does not have.
Explanation explain(const PointResult& result, std::size_t op);

/// The operator of a number, from 0, of a name, or of a part that only one name has. Throws
/// UserError(usage) that lists what there is.
std::size_t find_operator(const std::string& number_or_name, const Timing& timing);

/// The explanation in words and numbers; names get what `width` columns leave.
std::string explanation_text(const PointResult& result, const Explanation& explanation,
                             std::size_t width = narrowest_output);

}  // namespace spillway
