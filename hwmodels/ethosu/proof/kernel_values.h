// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/map_values.h"

namespace spillway::ethosu::proof {

/// All inputs that the results of a kernel depend on.
struct KernelInputs {
  // functional_value(), combined with the lookup table that the kernel reads.
  Value function = 0;
  // The operands; empty if the kernel does not read them.
  MapValues ifm, ifm2;
  // For each output channel, a value that stands for its weights and its scale record.
  std::vector<Value> channels;
};

/// The results of a kernel before they are transposed. Two results are equal if the same function
/// computes them from the same elements. Their positions in the map do not matter, so a stripe or a
/// slice has the same results as the whole operation. Throws ProofFailure if the numbers of read
/// and written channels do not fit each other.
MapValues kernel_values(const Operation& op, const KernelInputs& inputs);

}  // namespace spillway::ethosu::proof
